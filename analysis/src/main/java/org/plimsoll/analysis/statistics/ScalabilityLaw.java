package org.plimsoll.analysis.statistics;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * The Universal Scalability Law: throughput of N workers, nodes or threads,
 *
 * <pre>X(N) = γN / (1 + α(N − 1) + βN(N − 1))</pre>
 *
 * with γ the throughput of one worker, α the serialized share of work (contention), and β the cost
 * of coordination (coherency) (Gunther: Guerrilla Capacity Planning, 2007). Rearranged it is
 * linear, {@code N/X = c₀ + c₁(N − 1) + c₂N(N − 1)}, with γ = 1/c₀, α = c₁/c₀ and β = c₂/c₀, where
 * none is negative and α is at most 1. The fit is least squares, weighted for relative errors of X,
 * with the best feasible set of active bounds (Lawson and Hanson: Solving Least Squares Problems,
 * 1974). A bootstrap over runs gives the intervals.
 *
 * <p>Throughput is highest at {@code N* = √((1 − α)/β)}. It is not reported if β may be 0, if it is
 * beyond twice the largest measured N, or if the law does not fit at the highest measured
 * throughput.
 *
 * @param misfit the point with the highest measured throughput, if the law is off by more than a
 *     tenth there, or if less than 95 % of that throughput was measured near the peak of the law;
 *     otherwise null
 */
public record ScalabilityLaw(
    Band gamma,
    Band alpha,
    Band beta,
    double largest,
    Optional<Double> peak,
    Optional<Misfit> misfit) {
  /** Minimum number of different N; fewer do not determine the curve. */
  public static final int POINTS_MIN = 6;

  private static final int RESAMPLES = 1_000;
  private static final int DISTINCT_MIN = 4;
  private static final double BEYOND = 2;
  private static final double MISFIT = 0.1;
  private static final double LESS = 0.95;

  /** An estimate with the ends of its 95 % bootstrap interval. */
  public record Band(double value, double low, double high) {}

  /** A run with a number of workers and its throughput. */
  public record Point(double workers, double throughput) {}

  /** A number of workers with its mean measured throughput and the throughput by the law. */
  public record Misfit(double workers, double measured, double law) {}

  private record Fit(double c0, double c1, double c2) {
    double gamma() {
      return 1 / c0;
    }

    double alpha() {
      return c1 / c0;
    }

    double beta() {
      return c2 / c0;
    }
  }

  /** Fits the law to runs; empty with fewer than 6 different numbers of workers. */
  public static Optional<ScalabilityLaw> of(List<Point> runs, long seed) {
    List<Point> usable =
        runs.stream().filter(run -> run.workers() >= 1 && run.throughput() > 0).toList();
    if (distinct(usable) < POINTS_MIN) {
      return Optional.empty();
    }
    Fit fit = fit(usable);
    SplittableRandom random = new SplittableRandom(seed);
    List<Fit> drawn = new ArrayList<>();
    while (drawn.size() < RESAMPLES) {
      List<Point> sample = new ArrayList<>();
      for (int i = 0; i < usable.size(); i++) {
        sample.add(usable.get(random.nextInt(usable.size())));
      }
      if (distinct(sample) >= DISTINCT_MIN) {
        drawn.add(fit(sample));
      }
    }
    Band beta = band(fit.beta(), drawn.stream().map(Fit::beta).toList());
    double largest = usable.stream().mapToDouble(Point::workers).max().orElse(1);
    double peak = Math.max(1, Math.sqrt(Math.max(0, 1 - fit.alpha()) / fit.beta()));
    Optional<Misfit> misfit = misfit(usable, fit, peak);
    boolean isTold = beta.low() > 0 && peak <= BEYOND * largest && misfit.isEmpty();
    return Optional.of(
        new ScalabilityLaw(
            band(fit.gamma(), drawn.stream().map(Fit::gamma).toList()),
            band(fit.alpha(), drawn.stream().map(Fit::alpha).toList()),
            beta,
            largest,
            isTold ? Optional.of(peak) : Optional.empty(),
            misfit));
  }

  /**
   * Returns the number of workers with the highest mean throughput, if the fit is off there, or if
   * the fit peaks at a point with a clearly lower measurement.
   */
  private static Optional<Misfit> misfit(List<Point> runs, Fit fit, double peak) {
    Map<Double, Double> means =
        runs.stream()
            .collect(
                Collectors.groupingBy(
                    Point::workers, TreeMap::new, Collectors.averagingDouble(Point::throughput)));
    Map.Entry<Double, Double> best =
        Collections.max(means.entrySet(), Map.Entry.comparingByValue());
    double law = throughput(best.getKey(), fit.gamma(), fit.alpha(), fit.beta());
    double atPeak =
        Collections.min(
                means.entrySet(),
                Comparator.comparingDouble(each -> Math.abs(Math.log(each.getKey() / peak))))
            .getValue();
    boolean isOff = Math.abs(law - best.getValue()) > MISFIT * best.getValue();
    return isOff || atPeak < LESS * best.getValue()
        ? Optional.of(new Misfit(best.getKey(), best.getValue(), law))
        : Optional.empty();
  }

  /** Returns the throughput of a number of workers. */
  public double throughput(double workers) {
    return throughput(workers, gamma.value(), alpha.value(), beta.value());
  }

  private static double throughput(double n, double gamma, double alpha, double beta) {
    return gamma * n / (1 + alpha * (n - 1) + beta * n * (n - 1));
  }

  private static long distinct(List<Point> runs) {
    return runs.stream().mapToDouble(Point::workers).distinct().count();
  }

  private static Band band(double value, List<Double> drawn) {
    List<Double> sorted = drawn.stream().sorted(Comparator.naturalOrder()).toList();
    int tail = (int) (0.025 * sorted.size());
    return new Band(value, sorted.get(tail), sorted.get(sorted.size() - 1 - tail));
  }

  /** The position of α: between its bounds, or at one of them. */
  private enum Share {
    FREE,
    NONE,
    ALL
  }

  private static Fit fit(List<Point> runs) {
    Fit best = new Fit(1, 0, 0);
    double least = Double.POSITIVE_INFINITY;
    for (Share alpha : Share.values()) {
      for (boolean withBeta : new boolean[] {true, false}) {
        Optional<Fit> fit = fit(runs, alpha, withBeta);
        double error = fit.map(candidate -> error(runs, candidate)).orElse(Double.NaN);
        if (error < least) {
          least = error;
          best = fit.orElse(best);
        }
      }
    }
    return best;
  }

  private static double error(List<Point> runs, Fit fit) {
    double sum = 0;
    for (Point run : runs) {
      double n = run.workers();
      double y = n / run.throughput();
      double relative = (fit.c0 + fit.c1 * (n - 1) + fit.c2 * n * (n - 1)) / y - 1;
      sum += relative * relative;
    }
    return sum;
  }

  /**
   * Returns a least-squares fit of relative errors; empty if a coefficient is out of bounds or
   * undetermined.
   */
  private static Optional<Fit> fit(List<Point> runs, Share alpha, boolean withBeta) {
    boolean withAlpha = alpha == Share.FREE;
    double[][] normal = new double[3][4];
    for (Point run : runs) {
      double n = run.workers();
      double scale = run.throughput() / n;
      double[] row = {
        alpha == Share.ALL ? n * scale : scale,
        withAlpha ? (n - 1) * scale : 0,
        withBeta ? n * (n - 1) * scale : 0,
        1
      };
      for (int i = 0; i < 3; i++) {
        for (int j = 0; j < 4; j++) {
          normal[i][j] += row[i] * row[j];
        }
      }
    }
    normal[1][1] = withAlpha ? normal[1][1] : 1;
    normal[2][2] = withBeta ? normal[2][2] : 1;
    double[] c = solve(normal);
    boolean isFit = c[0] > 0 && c[1] >= 0 && c[1] <= c[0] && c[2] >= 0;
    return isFit && Double.isFinite(c[0] + c[2])
        ? Optional.of(new Fit(c[0], alpha == Share.ALL ? c[0] : c[1], c[2]))
        : Optional.empty();
  }

  /**
   * Solves linear equations by Gaussian elimination; the matrix is symmetric and positive definite.
   */
  private static double[] solve(double[][] m) {
    for (int pivot = 0; pivot < 3; pivot++) {
      for (int row = pivot + 1; row < 3; row++) {
        double factor = m[row][pivot] / m[pivot][pivot];
        for (int column = pivot; column < 4; column++) {
          m[row][column] -= factor * m[pivot][column];
        }
      }
    }
    double[] x = new double[3];
    for (int row = 2; row >= 0; row--) {
      double rest = m[row][3];
      for (int column = row + 1; column < 3; column++) {
        rest -= m[row][column] * x[column];
      }
      x[row] = rest / m[row][row];
    }
    return x;
  }
}
