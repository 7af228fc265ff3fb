import { sql } from 'kysely';

/** A fact's whole CloudEvent, as it is published; the log holds of it what no column of its row does (0140). */
export const wholeEnvelope = sql<string>`whole_envelope(event)`.as('envelope');

/** The first attribute that no column holds; those before it are left out. */
const FIRST_OF_ITS_OWN = '"source":';

/** What is stored of a CloudEvent that encodeEvent wrote. */
export const withoutColumns = (text: string): string => `{${text.slice(text.indexOf(FIRST_OF_ITS_OWN))}`;
