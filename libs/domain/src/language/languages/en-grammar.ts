import { ENGLISH_CONSENT } from './en-consent';
import type { Grammar } from './grammar';
import { phrases, spellings, words } from './language';

/** Often written without their apostrophe. */
const NEGATED_VERBS =
  "don't doesn't didn't won't wouldn't can't couldn't shouldn't isn't aren't wasn't weren't haven't hasn't hadn't mustn't needn't ain't";
const HASTY = NEGATED_VERBS.split(' ')
  .map((verb) => `${verb.replace("'", '')}:${verb}`)
  .join(', ');

export const ENGLISH_GRAMMAR: Grammar = {
  spellings:
    spellings(`${HASTY}, u:you, ur:your, r:are, plz:please, pls:please, plss:please, plese:please, pleas:please, thx:thanks, thanx:thanks, tnx:thanks, tks:thanks, ty:thanks, wanna:want, gimme:give,
    dnt:don't, dnot:don't, im:i'm, ive:i've, id:i'd, cud:could, wud:would, wld:would, cld:could, wat:what, wen:when, wher:where, hw:how, n:and, asap:asap, b4:before, rn:now`),
  opening:
    words(`please kindly just simply then so well also now ok okay hey hi hello hai hii oh ah hmm um uh yes yeah good greetings dear there sir madam
    first firstly second secondly third next finally lastly again sorry alright and plus`),
  polite:
    phrases(`dear sir or madam, dear sir, dear madam, to whom it may concern, please, kindly, thanks, thank you, thank you very much, thanks a lot, thanks in advance, many thanks, now, right now, right away, immediately, straight away, at once, asap, as soon as possible, today,
    quickly, urgently, hurry, hurry up, be quick, for me, for us, if possible, if you can, if you could, when you can, cheers, ok, okay, hi, hello, sir, right this minute, this instant, finally, if you please, if you would, if you could, would you, will you, can you, many thanks in advance, thank you in advance, 👍, with best regards`),
  addressing:
    phrases(`can you, could you, can you please, could you please, would you please, will you please, would you kindly, could you kindly, please can you, please could you, can you just, could you just, would you be so kind as to, would you be so kind to,
    can someone, could someone, can anyone, could anybody please, can somebody, could somebody, i ask you to, i'm asking you to, i am asking you to, be so kind and, be so kind to`),
  wanting:
    phrases(`want, want to, would like, would like to, need, need to, i want, i want to, i want you to, i need, i need to, i need you to, i'd like, i'd like to, i'd like you to, i would like, i would like to, i would like you to, i'd love, i'd love to, i would love, i would love to, i wish to,
    i really want, i really want to, i really need, i'd really like, i would really like, i also want, i also want to, i also need, i'd also like, i'd also like to, i just want, i just want to, i just need, i just need to, i still want, i still want to, i still need, i demand, i require, i request, i am requesting, i'm requesting, i hereby request,
    i'd prefer, i would prefer, i'd rather, i would rather, i'd appreciate, i would appreciate, i'm looking for, i am looking for, i'm asking for, i am asking for, i must, i have to,
    we want, we want to, we want you to, we need, we need to, we'd like, we'd like to, we would like, we would like to, i want to get, i would like to get, i'd like to get, i'd like to have, i would like to have, i want to have, i need to get, i'd like to request, i would like to request, i want to request`),
  firstPerson: words("i we i'm i've i'd i'll we're we've we'd we'll"),
  subjects: words(
    "he she it they this that these those there it's that's there's he's she's they're you you're your you've everybody everyone somebody someone nobody nothing something everything who",
  ),
  determiners: words('the my our his her their its this that these those your'),
  indefinite: words('a an'),
  auxiliaries: words(
    "is are was were am be been being do does did has have had isn't aren't wasn't weren't don't doesn't didn't hasn't haven't hadn't",
  ),
  modals: words(
    "can could will would may might shall should must ought can't couldn't won't wouldn't shouldn't mustn't cannot",
  ),
  leave: words('can could may'),
  questioning: words(
    "what what's whats where where's wheres when when's who who's whos whose which why why's how how's hows",
  ),
  subordinating: words(
    'because since if unless when once until till although though while whereas whether provided assuming suppose supposing in_case after before so_that but',
  ),
  coordinating: words('and then or but plus so also'),
  adding: words('and also too plus well additionally another what about how'),
  negating: words(`not no never none nobody nothing neither nor nope nah cannot ${NEGATED_VERBS}
    without 🚫 ⛔ ❌ 👎 stop avoid refrain refuse forget skip cancel_that nvm nevermind hardly instead`),
  negatingPhrases: phrases(
    `under no circumstances, by no means, in no way, no way, on no account, not at all, leave it, let it be, hands off, hold off, never mind, no need, the last thing, not in a million years, over my dead body, no chance`,
  ),
  conditional: words(
    'if unless once until till provided assuming suppose supposing when whenever whether depending otherwise after before',
  ),
  conditionalPhrases: phrases(
    'as long as, so long as, as soon as, the moment, by the time, on condition, on the condition, only if, even if, in case, in the event',
  ),
  hypothetical: phrases(
    `would have, could have, should have, might have, had i, were i, were to, what if, imagine, suppose, supposing, hypothetically, in theory, theoretically, let's say, say i, as if, pretend, for example, for instance, e.g`,
  ),
  hedging: phrases(
    `maybe, perhaps, possibly, probably, might, may, i think, i guess, i suppose, i wonder, i was wondering, wondering, thinking about, thinking of, considering, i consider, not sure, unsure, undecided, i believe, i assume, i hope, hoping, sort of, kind of, kinda, likely, tempted, planning`,
  ),
  reporting: words(
    `say says said saying tell tells told telling write writes wrote written ask asks asked suggest suggests suggested claim claims claimed think thinks thought advise advised promised promise insists insisted wants wanted reads quote quotes quoted typed called calls means mean heard read mentions mentioned states stated`,
  ),
  willing: words(
    'want need mean meant like think wish care ask asked asking request requested say said intend believe know sure do wanted needed',
  ),
  past: phrases(
    `already, yesterday, last week, last month, last year, ago, earlier, previously, before, was, were, had, got, received, did, has been, have been, been, came, arrived, went, had been, the other day, recently, just got, finally got, used to`,
  ),
  future:
    phrases(`tomorrow, later, next week, next month, next year, next time, soon, someday, one day, some day, in a week, in a month, in a few days, in future, in the future, eventually, at some point, by then, tonight, this weekend, on monday, on tuesday, on wednesday, on thursday, on friday, on saturday, on sunday,
    monday, tuesday, wednesday, thursday, friday, saturday, sunday, january, february, april, june, july, august, september, october, november, december, will, going to, gonna, 'll, i'll, we'll, it'll, not yet, in time, the day after, christmas, easter`),
  partial: phrases(
    `half, half of, only, part of, part, partly, partial, partially, some, some of, a bit, a little, percent, %, portion, a third, a quarter, the rest, rest, remaining, one of, two of, three of, just the, most of, up to, at least, at most, a fraction, the difference, difference, shipping costs, the shipping, the postage, discount`,
  ),
  excluding: phrases(
    `instead of, rather than, in place of, as opposed to, anything but, except, except for, excluding, exclude, besides, other than, apart from, aside from, but not, not including, minus, save for, everything but, all but, instead`,
  ),
  alternative: words('or either versus vs'),
  joking: phrases(
    `😂, 🤣, 😉, 🙄, 😜, 🙃, 😏, kidding, just kidding, joking, just joking, jk, joke, lol, lmao, rofl, haha, hahaha, ha ha, just testing, testing, test, sarcasm, psych, yeah right, yeah sure, oh sure, sure sure, sure whatever, sure jan, not really`,
  ),
  light: words(
    'process issue make do give get have arrange start initiate begin put send grant provide complete handle perform execute trigger go ahead proceed raise place submit',
  ),
  giving: words('pay repay refund reimburse credit transfer return send give compensate wire'),
  filling: words(
    'a an the my our for on of to in into inside within onto with from by me us it be this and & through at about as up there u i number',
  ),
  participle: /(?:ed|ing)$/u,
  infinitive: null,
  thanking: phrases(
    'thanks for, thank you for, thanks a lot for, thank you so much for, thank you very much for, many thanks for, thx for, ty for, grateful for',
  ),
  closing: phrases(
    'best regards, kind regards, warm regards, regards, best wishes, yours faithfully, yours sincerely, yours truly, sincerely, best',
  ),
  demonstrative: words('that this those'),
  lasting: words('for day days week weeks month months year years hour hours minute minutes night nights'),
  addressee: words("you you're your you've youre"),
  measuring:
    words(`eur euro euros usd dollar dollars cent cents pounds gbp € $ £ percent % pin code password pwd cvv cvc zip postcode phone mobile telephone tel fax year years day days week weeks month months hour hours minute minutes am pm o'clock oclock pieces piece
    items times people persons kg g km m cm room flat apartment street st card iban account ending extension ext tracking invoice version model ticket reference paid pay cost costs price worth customer`),
  currencies: phrases('eur euro euros €, usd dollar dollars $, gbp pound pounds £'),
  ...ENGLISH_CONSENT,
  all: phrases(
    'both, both of them, all, all of them, all of these, all of those, everything, each, each of them, all three, both please',
  ),
};
