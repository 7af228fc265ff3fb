import type { Consenting } from './grammar';
import { phrases, words } from './language';

/** The closed classes of which a yes in English is made. */
export const ENGLISH_CONSENT: Consenting = {
  consenting:
    phrases(`yes, yes please, yes sir, yes of course, yeah, yea, yep, yup, yess, ya, y, aye, sure, surely, for sure, sure thing, of course, certainly, absolutely, definitely, by all means,
    confirm, confirmed, i confirm, i confirm that, approve, approved, i approve, i agree, agreed, i consent, affirmative, exactly, correct, you're right, you are right, you got it, you got it right, you got that right,
    i do want that, yes i do, yes i would, yes i'd like that, i sure do, i'd like that, i would like that, i'd love that, i'd like to do that, i would like to do that, that will do, that'll do, 👍, 👌, ✅`),
  instructing: phrases(
    `please do, go ahead, please go ahead, go for it, do it, do that, do so, do this, please do it, do it please, let's do it, let's do that, try it, try that, proceed, please proceed, continue, please continue`,
  ),
  nodding: phrases('ok, okay, k, okey, alright, all right'),
  besideConsent: words(
    'please thanks thank you much very so just now it that this a the for me then and well oh ah hi hello right_away immediately asap today do i like love is',
  ),
  besideNod: words('please then now it this that the a today'),
  judging: {
    subjects: words("that this these those everything all that's thats this's that'd that'll"),
    looseSubjects: words("it it's its it'd it'll"),
    copulas: words("is are be that's thats this's it's"),
    prospective: words("would will that'd that'll it'd it'll"),
    sensing: words('sounds sound seems seem looks look'),
    suiting: words('works work suits suit fits fit'),
    confirming: words('right correct accurate'),
    praising: words(
      'fine good ok okay alright acceptable great perfect excellent wonderful fantastic awesome ideal brilliant amazing super lovely nice cool better',
    ),
    degrees: words(
      'to very all just really exactly absolutely perfectly completely totally entirely quite pretty so precisely indeed well too out then now',
    ),
    parties: phrases('for me, for us, to me, to us, with me, with us, by me, by us, suits me, suits us'),
  },
  reversing: words('undo undoing unmake revert reverse reopen restore reinstate uncancel unrefund'),
};
