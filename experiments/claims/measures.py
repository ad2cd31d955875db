"""Names of measures, as they stand in the tables."""

ACC, PREC, PACC = "acc (%)", "prec (%)", "pacc (%)"
TOP, MAX, RANK = "△t-loss", "△x-loss", "rloss (%)"
ACTIVE = "active ratio (%)"
