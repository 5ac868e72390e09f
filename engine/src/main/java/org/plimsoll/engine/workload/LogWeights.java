package org.plimsoll.engine.workload;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.MathContext;
import java.math.RoundingMode;

/**
 * The logarithms of the weights of a log-concave distribution over integers: each weight is at
 * least the geometric mean of its two neighbors.
 *
 * <p>They are accurate to about 1e-12 for parameters up to 2^62. The direct formula, in contrast,
 * subtracts logarithms of factorials near 10^20. The method is Loader's ("Fast and accurate
 * computation of binomial probabilities", 2000). It splits ln n! into Stirling's formula and its
 * small error, and the rest into deviances D(x, μ) = x ln(x/μ) + μ - x, which are computed from x -
 * μ. To keep that difference exact, the mean is stored as an integer and a fraction, from exact
 * arithmetic.
 */
abstract class LogWeights {
  private static final double LOG_2_PI = Math.log(2 * Math.PI);
  private static final MathContext DIGITS = new MathContext(60);
  private static final double[] SMALL_ERRORS = smallErrors();

  /** The first number that has a weight. */
  final long low;

  /** The last number that has a weight, or {@link Long#MAX_VALUE} if there is no last one. */
  final long high;

  /** The number with the largest weight, or one of two neighbors with the same weight. */
  final long mode;

  private LogWeights(long low, long high, BigDecimal mode) {
    this.low = low;
    this.high = high;
    this.mode =
        mode.setScale(0, RoundingMode.FLOOR)
            .max(BigDecimal.valueOf(low))
            .min(BigDecimal.valueOf(high))
            .longValueExact();
  }

  /**
   * Returns the logarithm of a number's weight, up to a constant; the number is from {@code low} to
   * {@code high}.
   */
  abstract double at(long number);

  /** Returns the binomial distribution of successes among trials: C(n, k) p^k q^(n-k). */
  static LogWeights binomial(long trials, double probability) {
    if (trials == 0) {
      return constant(0);
    }
    BigDecimal p = new BigDecimal(probability);
    BinomialTerm term = new BinomialTerm(trials, p);
    BigDecimal mode = BigDecimal.valueOf(trials).add(BigDecimal.ONE).multiply(p);
    return new LogWeights(0, trials, mode) {
      @Override
      double at(long number) {
        return term.at(number);
      }
    };
  }

  /** Returns the Poisson distribution with a mean: λ^k / k!. */
  static LogWeights poisson(double mean) {
    Split split = Split.of(new BigDecimal(mean));
    return new LogWeights(0, Long.MAX_VALUE, new BigDecimal(mean)) {
      @Override
      double at(long number) {
        return number == 0
            ? -mean
            : -stirlingError((double) number)
                - deviance((double) number, split.minus(number), mean)
                - 0.5 * (LOG_2_PI + Math.log((double) number));
      }
    };
  }

  /**
   * Returns the negative binomial distribution of failures before r successes: C(k+r-1, k) p^r q^k,
   * which is r / (r+k) times the weight of r successes among k+r trials. r - (k+r) p is p times the
   * distance of k from its mean r q / p.
   */
  static LogWeights pascal(long successes, double probability) {
    BigDecimal p = new BigDecimal(probability);
    BigDecimal mean =
        BigDecimal.valueOf(successes).multiply(BigDecimal.ONE.subtract(p)).divide(p, DIGITS);
    Split split = Split.of(mean);
    BigDecimal mode =
        BigDecimal.valueOf(successes - 1).multiply(BigDecimal.ONE.subtract(p)).divide(p, DIGITS);
    double q = BigDecimal.ONE.subtract(p).doubleValue();
    return new LogWeights(0, Long.MAX_VALUE, mode) {
      @Override
      double at(long number) {
        if (number == 0) {
          return successes * Math.log(probability);
        }
        double trials = (double) number + successes;
        double apart = probability * split.minus(number);
        return Math.log(successes / trials)
            + stirlingError(trials)
            - stirlingError((double) successes)
            - stirlingError((double) number)
            - deviance((double) successes, -apart, trials * probability)
            - deviance((double) number, apart, trials * q)
            + 0.5 * (Math.log(trials / successes / number) - LOG_2_PI);
      }
    };
  }

  /**
   * Returns the hypergeometric distribution of successes among n draws from N items, K of them
   * successes: C(K, k) C(N-K, n-k), which is proportional to the product of the weights of k
   * successes among K trials and n-k among N-K, both with the probability n / N.
   */
  static LogWeights hypergeometric(long population, long successes, long draws) {
    long low = Math.max(0, draws - (population - successes));
    long high = Math.min(successes, draws);
    if (low == high) {
      return constant(low);
    }
    BigDecimal share = BigDecimal.valueOf(draws).divide(BigDecimal.valueOf(population), DIGITS);
    BinomialTerm drawn = new BinomialTerm(successes, share);
    BinomialTerm others = new BinomialTerm(population - successes, share);
    BigDecimal mode =
        BigDecimal.valueOf(draws)
            .add(BigDecimal.ONE)
            .multiply(BigDecimal.valueOf(successes).add(BigDecimal.ONE))
            .divide(BigDecimal.valueOf(population).add(BigDecimal.TWO), DIGITS);
    return new LogWeights(low, high, mode) {
      @Override
      double at(long number) {
        return drawn.at(number) + others.at(draws - number);
      }
    };
  }

  private static LogWeights constant(long number) {
    return new LogWeights(number, number, BigDecimal.valueOf(number)) {
      @Override
      double at(long other) {
        return 0;
      }
    };
  }

  /** The weights of a binomial distribution. */
  private static final class BinomialTerm {
    private final long trials;
    private final double trialsError;
    private final double logP;
    private final double logQ;
    private final Split mean;
    private final double successes;
    private final double failures;

    BinomialTerm(long trials, BigDecimal probability) {
      this.trials = trials;
      BigDecimal n = BigDecimal.valueOf(trials);
      BigDecimal q = BigDecimal.ONE.subtract(probability);
      trialsError = stirlingError((double) trials);
      logP = Math.log(probability.doubleValue());
      logQ =
          q.compareTo(probability) > 0
              ? Math.log1p(-probability.doubleValue())
              : Math.log(q.doubleValue());
      mean = Split.of(n.multiply(probability));
      successes = n.multiply(probability).doubleValue();
      failures = n.multiply(q).doubleValue();
    }

    double at(long number) {
      if (number == 0) {
        return trials == 0 ? 0 : trials * logQ;
      }
      long others = trials - number;
      if (others == 0) {
        return trials * logP;
      }
      double apart = mean.minus(number);
      return trialsError
          - stirlingError((double) number)
          - stirlingError((double) others)
          - deviance((double) number, apart, successes)
          - deviance((double) others, -apart, failures)
          + 0.5 * (Math.log((double) trials / number / others) - LOG_2_PI);
    }
  }

  /** A number split into its integer part and fraction. */
  private record Split(long whole, double rest) {
    static Split of(BigDecimal number) {
      BigInteger whole = number.setScale(0, RoundingMode.HALF_UP).toBigInteger();
      BigInteger most = BigInteger.valueOf(Long.MAX_VALUE);
      long kept = whole.min(most).longValueExact();
      return new Split(kept, number.subtract(BigDecimal.valueOf(kept)).doubleValue());
    }

    /** Returns the difference {@code number} − this. */
    double minus(long number) {
      return (double) (number - whole) - rest;
    }
  }

  /** Returns ln n! less Stirling's formula (n + ½) ln n - n + ½ ln 2π. */
  private static double stirlingError(double n) {
    if (n < SMALL_ERRORS.length) {
      return SMALL_ERRORS[(int) n];
    }
    double square = n * n;
    return (1.0 / 12
            - (1.0 / 360 - (1.0 / 1_260 - (1.0 / 1_680 - 1.0 / 1_188 / square) / square) / square)
                / square)
        / n;
  }

  private static double[] smallErrors() {
    double[] errors = new double[16];
    double factorial = 1;
    for (int n = 1; n < errors.length; n++) {
      factorial *= n;
      errors[n] = Math.log(factorial) - (n + 0.5) * Math.log(n) + n - 0.5 * LOG_2_PI;
    }
    return errors;
  }

  /**
   * Returns D(x, μ) for x above 0, given x - μ. Near μ it is the series (x-μ) v + 2 x Σ v^(2j+1) /
   * (2j+1) over j ≥ 1 with v = (x-μ) / (x+μ), since the plain form would lose digits by
   * cancellation.
   */
  private static double deviance(double x, double xMinusMean, double mean) {
    double v = xMinusMean / (x + mean);
    if (Math.abs(v) >= 0.1) {
      return x * Math.log(x / mean) - xMinusMean;
    }
    double square = v * v;
    double sum = xMinusMean * v;
    double power = 2 * x * v;
    for (int odd = 3; ; odd += 2) {
      power *= square;
      double more = sum + power / odd;
      if (more == sum) {
        return sum;
      }
      sum = more;
    }
  }
}
