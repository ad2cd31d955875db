// FeatureNames is part of Records, so its header is public.
#pragma once

#include "clade/feature_names.h"
