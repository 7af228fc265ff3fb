import type { AdviceKind } from '@arbiter/contracts';

/**
 * Words that a text about the matter uses, in the languages of the platform. Better one answer too few than one too
 * many.
 */
const WORDS: Readonly<Record<AdviceKind, RegExp>> = {
  legal_advice:
    /(?<!\p{L})(?:law(?:s|yers?|suits?|ful)?|legal(?:ly)?|illegal|sue[ds]?|suing|attorneys?|court|liab(?:le|ility)|rights|Anwalt|Anwälte|Gericht|Gesetze?|gesetzlich|rechtlich|Recht|Rechte|verklagen?|Klage|haftet|Haftung)(?!\p{L})/iu,
  medical_advice:
    /(?<!\p{L})(?:medical|medicines?|medication|doctors?|dos(?:e|es|age)|symptoms?|diagnos\p{L}*|treatments?|therap\p{L}*|pregnan\p{L}*|allerg\p{L}*|ill(?:ness)?|diseases?|pills?|Arzt|Ärzte|Ärztin|Medikamente?|Dosis|Symptome?|Krankheit|krank|schwanger\p{L}*|Behandlung|Tabletten?)(?!\p{L})/iu,
  financial_advice:
    /(?<!\p{L})(?:invest(?:s|ed|ing|ments?)?|shares|stocks?|loans?|mortgages?|crypto\p{L}*|bitcoin|tax(?:es)?|pensions?|Aktien?|Geldanlage|anlegen|Kredite?|Steuern?|Rente|investieren)(?!\p{L})/iu,
};

export const givesAdvice = (kind: AdviceKind, text: string): boolean => WORDS[kind].test(text);
