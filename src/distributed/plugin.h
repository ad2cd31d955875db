// What the library around MPI offers to the program, by name.
#pragma once

#include "base/communicator.h"

extern "C" {
// Called once. The result lives until clade_mpi_close().
clade::detail::Communicator* clade_mpi_open();
void clade_mpi_close();
void clade_mpi_abort(int code);
}
