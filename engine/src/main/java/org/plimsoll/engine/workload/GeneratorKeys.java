package org.plimsoll.engine.workload;

import org.jspecify.annotations.Nullable;
import org.plimsoll.engine.share.OwnIndexes;

/**
 * The new keys of one generator.
 *
 * @param indexes indexes of the keys; null while the generator has none
 * @param ledger the keys that exist
 */
record GeneratorKeys(@Nullable OwnIndexes indexes, InsertLedger ledger) {}
