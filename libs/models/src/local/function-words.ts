/**
 * English and German words that hold a sentence together and say nothing of its matter; of the German ones those that
 * are no English words of another kind.
 */
export const FUNCTION_WORDS: ReadonlySet<string> = new Set(
  (
    'a an the i me my mine we us our you your it its this that these those is are was were be been am do does did have has had ' +
    'can could would will shall should may might to of in on at for from with by and or but not no so if as what when where who ' +
    'how why which there here about get got want need like just ' +
    'der das dem des ein eine einen einem einer eines ich mir mich mein meine meinen meinem meiner wir uns unser unsere du dir dich dein ' +
    'deine sie ihnen ihr ihre ihren ihrem ihrer er es sich ist sind bin sein wird werden wurde haben habe habt kann können könnte ' +
    'könnten möchte möchten muss soll sollen zu zum zur von vom im auf für mit bei aus nach über um und oder aber nicht kein keine keinen ' +
    'wenn als wie wo wer was wann warum welche welcher welches hier dort da schon noch auch nur mal bitte'
  ).split(' '),
);
