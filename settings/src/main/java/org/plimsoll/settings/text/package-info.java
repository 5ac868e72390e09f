/**
 * Parsers for values of settings, such as {@code ramp(1k, 10k, 5m)}.
 *
 * <p>{@link org.plimsoll.settings.text.Forms} is the parser: a setting has forms, a form has
 * arguments, and each is described once. Help, the reference page, the JSON Schema and the messages
 * are derived from these descriptions. A class {@code *Text} holds the forms of one setting.
 */
@org.jspecify.annotations.NullMarked
package org.plimsoll.settings.text;
