import { casual } from 'chrono-node/en';
import { counted, type DateReader } from './language';

const HOURS = counted('one two three four five six seven eight nine ten eleven twelve');
const MINUTES: Readonly<Record<string, number>> = { half: 30, quarter: 15, 'a quarter': 15 };
const PAST = new RegExp(
  `\\b(half|(?:a )?quarter|\\d{1,2})(?: minutes)? (past|to) (\\d{1,2}|${[...HOURS.keys()].join('|')})\\b(?: in the (morning|afternoon|evening))?`,
  'iu',
);
const EVENING = 1;

const dates = casual.clone();
/** "half past seven in the evening", which the parser of the package does not know. */
dates.parsers.unshift({
  pattern: () => PAST,
  extract: (_, [, minutes = '', direction = '', named = '', dayTime]) => {
    const after = MINUTES[minutes.toLowerCase()] ?? Number(minutes);
    const hour = HOURS.get(named.toLowerCase()) ?? Number(named);
    if (hour > 23 || after > 59) return null;
    const isLate = dayTime !== undefined && dayTime.toLowerCase() !== 'morning' && hour < 12;
    const minutesOfDay = (hour + (isLate ? 12 : 0)) * 60 + (direction.toLowerCase() === 'to' ? -after : after);
    const meridiem = dayTime === undefined ? {} : { meridiem: isLate ? EVENING : 0 };
    return {
      hour: Math.floor(((minutesOfDay + 24 * 60) % (24 * 60)) / 60),
      minute: (minutesOfDay + 24 * 60) % 60,
      ...meridiem,
    };
  },
});

export const ENGLISH_DATES: DateReader = dates;
