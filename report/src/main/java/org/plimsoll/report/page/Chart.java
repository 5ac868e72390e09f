package org.plimsoll.report.page;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.plimsoll.report.terminal.TerminalText;
import org.plimsoll.result.Figures;

/**
 * A line chart as inline SVG. It is rendered twice, for a wide screen and for a phone, so that its
 * text keeps its size. The style sheet shows one of the two charts.
 */
final class Chart {
  private static final int LEFT = 62;
  private static final int RIGHT = 12;
  private static final int TOP = 10;
  private static final int BOTTOM = 24;
  private static final int FULL = 230;
  private static final int SMALL = 120;
  private static final int WIDE = 960;
  private static final int NARROW = 350;

  /** Height of the title and the legend in a stand-alone file. */
  private static final int FILE_HEAD = 56;

  private static final int LABEL_ROWS = 3;
  private static final int LABEL_HEIGHT = 13;
  private static final int LABEL_GAP = 8;
  private static final int LABEL_COLUMNS = 40;

  /** Average width of a character at 11 px, for estimates of the width of a text. */
  private static final double COLUMN_WIDTH = 6.6;

  private final Axis x;
  private final Axis y;
  private final int height;
  private final List<Series> series = new ArrayList<>();
  private final List<EventMarks.Mark> marks = new ArrayList<>();
  private final List<Band> bands = new ArrayList<>();

  Chart(Axis x, Axis y) {
    this(x, y, FULL);
  }

  private Chart(Axis x, Axis y, int height) {
    this.x = x;
    this.y = y;
    this.height = height;
  }

  /** Creates a chart with half of the height, for pages with many charts. */
  static Chart small(Axis x, Axis y) {
    return new Chart(x, y, SMALL);
  }

  /**
   * A line of the chart. A point that is not finite, or not positive on a log axis, interrupts it.
   */
  @SuppressWarnings("ArrayRecordComponent") // Never compared; shared by both drawings.
  record Series(String name, String cssClass, double[] xs, double[] ys) {}

  void line(Series line) {
    boolean visible = false;
    for (double value : line.ys()) {
      visible |= Double.isFinite(value) && (!y.log() || value > 0);
    }
    if (visible) {
      series.add(line);
    }
  }

  void mark(EventMarks.Mark mark) {
    marks.add(mark);
  }

  /** A shaded range of the x axis behind the lines, with a CSS class and an explanatory text. */
  record Band(double fromX, double toX, String cssClass, String text) {}

  void band(Band band) {
    bands.add(band);
  }

  /** A filled cell in axis values, for a heat map. */
  record Cell(double fromX, double toX, double fromY, double toY) {}

  private final List<List<Cell>> shades = new ArrayList<>();

  /** Adds cells of one shade; call it with the faintest shade first. */
  void shade(List<Cell> shade) {
    shades.add(shade);
  }

  String svg(String description) {
    return draw(WIDE, "wide", description) + draw(NARROW, "narrow", description) + legend();
  }

  /** Renders a stand-alone file: the wide chart only, with title and legend inside. */
  String file(String title, String css) {
    int above = FILE_HEAD + labelBand();
    StringBuilder svg = new StringBuilder();
    svg.append(
        ("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 %d %d %d\" role=\"img\""
                + " aria-label=\"%s\">\n<style>\n%s</style>\n")
            .formatted(-above, WIDE, height + above, Html.escape(title), css));
    svg.append(
        "<rect class=\"paper\" y=\"%d\" width=\"%d\" height=\"%d\"/>\n"
            .formatted(-above, WIDE, height + above));
    svg.append(
        "<text class=\"title\" x=\"%d\" y=\"%d\">%s</text>\n"
            .formatted(LEFT, 20 - above, Html.escape(title)));
    double at = LEFT;
    for (Series line : series) {
      svg.append(
          ("<path class=\"line %s\" d=\"M%s %dh22\"/>"
                  + "<text class=\"name\" x=\"%s\" y=\"%d\">%s</text>\n")
              .formatted(
                  line.cssClass(),
                  number(at),
                  38 - above,
                  number(at + 28),
                  42 - above,
                  Html.escape(line.name())));
      at += 28 + textWidth(line.name()) * 1.1 + 20;
    }
    drawContent(svg, WIDE);
    return svg.append("</svg>\n").toString();
  }

  private String draw(int width, String cssClass, String description) {
    StringBuilder svg = new StringBuilder();
    svg.append(
        "<svg class=\"%s\" viewBox=\"0 %d %d %d\" role=\"img\" aria-label=\"%s\">"
            .formatted(
                cssClass, -labelBand(), width, height + labelBand(), Html.escape(description)));
    drawContent(svg, width);
    return svg.append("</svg>\n").toString();
  }

  private void drawContent(StringBuilder svg, int width) {
    drawBands(svg, width);
    drawShades(svg, width);
    drawGrid(svg, width);
    drawMarks(svg, width);
    for (Series line : series) {
      svg.append("<path class=\"line %s\" d=\"".formatted(line.cssClass()));
      drawLine(svg, line, width);
      svg.append("\"><title>").append(Html.escape(line.name())).append("</title></path>");
    }
  }

  /** Height above the plot for the labels of marks. */
  private int labelBand() {
    return marks.isEmpty() ? 0 : LABEL_ROWS * LABEL_HEIGHT;
  }

  /**
   * Draws marks as vertical lines, each with its label in the first row that has space. The label
   * is the text if it fits, otherwise the number if that fits, otherwise nothing.
   */
  private void drawMarks(StringBuilder svg, int width) {
    double[] ends = new double[LABEL_ROWS];
    for (EventMarks.Mark mark : marks) {
      double place = x.place((double) mark.atNanos());
      if (place < 0 || place > 1) {
        continue;
      }
      double at = LEFT + place * (width - LEFT - RIGHT);
      String number = String.valueOf(mark.number());
      String text = number + " " + TerminalText.fit(mark.label(), LABEL_COLUMNS);
      int row = width == WIDE ? roomFor(text, at, ends, width) : -1;
      if (row < 0) {
        text = number;
        row = roomFor(text, at, ends, width);
      }
      svg.append(
          "<line class=\"mark\" x1=\"%s\" x2=\"%s\" y1=\"%d\" y2=\"%d\"><title>%s</title></line>"
              .formatted(
                  number(at),
                  number(at),
                  row < 0 ? TOP : labelY(row) + 3,
                  height - BOTTOM,
                  Html.escape(mark.text())));
      if (row >= 0) {
        ends[row] = at + LABEL_GAP + textWidth(text);
        svg.append(
            "<text class=\"mark\" x=\"%s\" y=\"%d\">%s</text>"
                .formatted(number(at - 2), labelY(row), Html.escape(text)));
      }
    }
  }

  private static int roomFor(String text, double at, double[] ends, int width) {
    if (at + textWidth(text) > width) {
      return -1;
    }
    for (int row = 0; row < LABEL_ROWS; row++) {
      if (ends[row] <= at) {
        return row;
      }
    }
    return -1;
  }

  private static double textWidth(String text) {
    return TerminalText.width(text) * COLUMN_WIDTH;
  }

  /** Returns the y position of a label row, the lowest row first. */
  private static int labelY(int row) {
    return TOP - 4 - row * LABEL_HEIGHT;
  }

  private void drawBands(StringBuilder svg, int width) {
    for (Band band : bands) {
      double left = screenX(band.fromX(), width);
      svg.append(
          ("<rect class=\"band %s\" x=\"%s\" y=\"%d\" width=\"%s\" height=\"%d\">"
                  + "<title>%s</title></rect>")
              .formatted(
                  band.cssClass(),
                  number(left),
                  TOP,
                  number(Math.max(1, screenX(band.toX(), width) - left)),
                  height - BOTTOM - TOP,
                  Html.escape(band.text())));
    }
  }

  private void drawShades(StringBuilder svg, int width) {
    for (int shade = 0; shade < shades.size(); shade++) {
      if (shades.get(shade).isEmpty()) {
        continue;
      }
      svg.append("<path class=\"heat\" fill-opacity=\"")
          .append(number((shade + 1.0) / shades.size()))
          .append("\" d=\"");
      for (Cell cell : shades.get(shade)) {
        double left = screenX(cell.fromX(), width);
        double top = screenY(cell.toY());
        svg.append(
            "M%s %sh%sv%sh-%sz"
                .formatted(
                    number(left),
                    number(top),
                    number(screenX(cell.toX(), width) - left),
                    number(screenY(cell.fromY()) - top),
                    number(screenX(cell.toX(), width) - left)));
      }
      svg.append("\"/>");
    }
  }

  private void drawGrid(StringBuilder svg, int width) {
    for (double tick : y.ticks()) {
      String at = number(screenY(tick));
      svg.append(
          "<line class=\"grid\" x1=\"%d\" x2=\"%d\" y1=\"%s\" y2=\"%s\"/>"
              .formatted(LEFT, width - RIGHT, at, at));
      svg.append(
          "<text x=\"%d\" y=\"%s\" class=\"y\">%s</text>"
              .formatted(
                  LEFT - 6,
                  number(screenY(tick) + 4),
                  Html.escape(Figures.tick(y.label().apply(tick)))));
    }
    int stride = width == WIDE ? 1 : 2;
    for (int i = 0; i < x.ticks().size(); i += stride) {
      double tick = x.ticks().get(i);
      svg.append(
          "<text x=\"%s\" y=\"%d\" class=\"x\">%s</text>"
              .formatted(
                  number(Math.min(width - 20, screenX(tick, width))),
                  height - 6,
                  Html.escape(x.label().apply(tick))));
    }
  }

  private void drawLine(StringBuilder svg, Series line, int width) {
    boolean up = true;
    boolean alone = false;
    for (int i = 0; i < line.xs().length; i++) {
      double value = line.ys()[i];
      if (!Double.isFinite(value) || (y.log() && value <= 0)) {
        up = true;
        continue;
      }
      svg.append(up ? 'M' : 'L')
          .append(number(screenX(line.xs()[i], width)))
          .append(' ')
          .append(number(screenY(value)));
      alone = up;
      up = false;
    }
    if (alone) {
      // A path with one point is visible only if it has a length.
      svg.append("h1");
    }
  }

  private double screenX(double value, int width) {
    return LEFT + clamp(x.place(value)) * (width - LEFT - RIGHT);
  }

  private double screenY(double value) {
    return height - BOTTOM - clamp(y.place(value)) * (height - BOTTOM - TOP);
  }

  private static double clamp(double place) {
    return Math.max(0, Math.min(1, place));
  }

  private String legend() {
    StringBuilder legend = new StringBuilder("<p class=\"legend\">");
    for (Series line : series) {
      legend.append(
          "<span class=\"%s\">%s</span> ".formatted(line.cssClass(), Html.escape(line.name())));
    }
    return legend.append("</p>\n").toString();
  }

  private static String number(double value) {
    String text = String.format(Locale.ROOT, "%.1f", value);
    return text.endsWith(".0") ? text.substring(0, text.length() - 2) : text;
  }
}
