import { phrases, words } from './language';
import type { Support } from './support';

export const ENGLISH_SUPPORT: Support = {
  causal: words('because since as cause coz cuz'),
  faults:
    phrases(`broken, broke, breaks, damaged, defective, defect, faulty, cracked, crack, torn, ripped, scratched, dented, chipped, bent, leaks, leaking, leaked, leaky, dirty, stained, mouldy, moldy, rotten, stale, spoiled, spoilt, expired, smells, smelled, smelly, stinks, tastes of, tasted of,
    late, delayed, overdue, missing, lost, empty, incomplete, dead, useless, unusable, bad, terrible, awful, horrible, poor, ugly, blunt, dull, faded, worn, crooked, uneven, loose, noisy, shattered, smashed, fell apart, falls apart, falling apart, fell off, came off, in pieces, stopped working, stops working,
    wrong colour, wrong color, wrong size, wrong item, wrong items, wrong product, wrong article, wrong thing, wrong model, wrong version, wrong one, colour is wrong, color is wrong, size is wrong, too small, too big, too large, too late, too long, too short, too tight, too wide, too thin, too heavy, too light, too loud, too weak, too strong, too expensive, too slow,
    keeps blinking, keeps breaking, keeps failing, not as described, not what i ordered, not the one i ordered, nothing like the picture, nothing like the photo, a disappointment, disappointing, a scam, a fraud`),
  grievances: phrases(
    `unhappy, dissatisfied, unsatisfied, disappointed, annoyed, upset, unacceptable, not acceptable, ridiculous, outrageous, waited, waiting, still waiting, charged, overcharged, allergic, urgent, in a hurry, in a rush, in trouble, short of money, changed my mind about, fed up, tired of, had enough, returned it, sent it back, have sent it back, returned the`,
  ),
  workings:
    phrases(`work, works, worked, working, arrive, arrives, arrived, come, comes, came, fit, fits, fitted, match, matches, matched, function, functions, start, starts, open, opens, close, closes, turn on, turns on, switch on, charge, charges, heat, heats, like, likes, liked, suit, suits, received, receive, got, delivered, shipped,
    use, usable, useful, fresh, clean, complete, sealed, happy, satisfied, pleased, impressed, content, the time`),
  identifying: phrases(
    `my name is, my name's, i am called, my email is, my e-mail is, my mail is, my email address is, my customer number is, my customer id is, my account is, my phone number is, my number is, my pin is, my address is, reach me at, call me at, write to me at, i am a customer, i'm a customer, the order number is, my order number is, bought, ordered, purchased, got it from you, a customer of yours`,
  ),
  affirming: phrases(
    `i am sure, i'm sure, i am certain, i'm certain, i am serious, i'm serious, i mean it, i insist, i have decided, i've decided, i have made up my mind, i've made up my mind, my mind is made up, i confirm, i confirm it, i confirm that, yes, sure, i can't wait, i cannot wait, i can't wait any longer`,
  ),
};
