/** English words that hold a sentence together and say nothing of its matter. */
export const FUNCTION_WORDS: ReadonlySet<string> = new Set(
  (
    'a an the i me my mine we us our you your it its this that these those is are was were be been am do does did have has had ' +
    'can could would will shall should may might to of in on at for from with by and or but not no so if as what when where who ' +
    'how why which there here about get got want need like just'
  ).split(' '),
);
