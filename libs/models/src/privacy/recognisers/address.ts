import { byPattern } from './recogniser';

/** The words for streets, after a name or at its end. */
const ENGLISH =
  'street|st|road|rd|avenue|ave|lane|ln|drive|dr|boulevard|blvd|way|court|ct|place|pl|square|sq|terrace|close|crescent|highway|hwy';
const GERMAN = 'straße|strasse|str\\.|weg|platz|allee|gasse|deich|ufer|damm|ring|markt|chaussee|steig|pfad';
/** No street is named by these alone: "5 items on the road". */
const NO_NAME =
  '(?!(?:on|of|in|to|the|my|for|at|by|from|all|and|or|is|are|an|auf|bitte|in|zu|der|die|das|items?|orders?)[ -])';
const FLAT = '(?:,? *(?:apt|apartment|suite|unit|flat|no|nr)\\.? *\\d{1,5}[a-z]?)?';
/** Behind a comma: a postcode, a town, or both. */
const TOWN =
  "(?:,? *\\d{4,6})?(?:,? +\\p{Lu}[\\p{L}.\u2019'-]{2,30}(?: \\p{Lu}[\\p{L}.\u2019'-]{2,30}){0,2})?(?:,? *(?:[A-Z]{2} )?\\d{4,6})?";

const NUMBER_FIRST = new RegExp(
  `(?<![\\p{L}\\p{N}])\\d{1,5}[a-z]? +(?:${NO_NAME}[\\p{L}.\u2019'-]{2,30} +){1,4}(?:${ENGLISH})(?![\\p{L}\\p{N}])\\.?${FLAT}${TOWN}`,
  'giu',
);
const NUMBER_LAST = new RegExp(
  `(?<![\\p{L}\\p{N}])(?:${NO_NAME}\\p{L}{2,30}[ -]){0,3}${NO_NAME}\\p{L}{0,30}(?:${GERMAN})[ ]+\\d{1,4} ?[a-z]?(?![\\p{L}\\p{N}])${FLAT}${TOWN}`,
  'giu',
);

/** Streets with their numbers, and the towns that follow them. */
export const address = byPattern('address', [
  { expression: NUMBER_FIRST, score: 0.5 },
  { expression: NUMBER_LAST, score: 0.5 },
]);
