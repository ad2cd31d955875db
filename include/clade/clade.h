// All of clade: learns to put things into the right place of a taxonomy.
//
// Start at pipeline.h (train, predict, evaluate) with examples.h and taxonomy.h; method.h names the
// learning methods and their parameters, model.h is what training leaves behind. compare.h and
// audit.h judge methods and labels, search.h finds options, check.h judges data, taxonomy_tools.h
// taxonomies; report.h writes pages.
#pragma once

#include "clade/audit.h"
#include "clade/check.h"
#include "clade/checkpoint.h"
#include "clade/compare.h"
#include "clade/error.h"
#include "clade/examples.h"
#include "clade/explanation.h"
#include "clade/features.h"
#include "clade/label_sets.h"
#include "clade/label_space.h"
#include "clade/loss.h"
#include "clade/method.h"
#include "clade/metrics.h"
#include "clade/model.h"
#include "clade/options.h"
#include "clade/parameter.h"
#include "clade/pipeline.h"
#include "clade/probabilities.h"
#include "clade/report.h"
#include "clade/reporter.h"
#include "clade/search.h"
#include "clade/split.h"
#include "clade/stop.h"
#include "clade/taxonomy.h"
#include "clade/taxonomy_tools.h"
