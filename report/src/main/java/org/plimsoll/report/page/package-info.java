/** Renders results as self-contained HTML pages with SVG charts. */
@NullMarked
package org.plimsoll.report.page;

import org.jspecify.annotations.NullMarked;
