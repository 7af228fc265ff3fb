import { boundsAfter, boundsIn, waysIn, wordsIn, type Bounds, type Comparison, type Lexicon } from './lexicon';

const THING = '(?:(?:the|your) )?(?:(?<noun>\\p{L}+) )?(?<one>#\\d+)';
const OTHER = '(?:(?:the|your) )?(?:(?<otherNoun>\\p{L}+) )?(?<other>#\\d+)';
const ALL = '(?:the (?<count>#\\d+)|both)(?: (?<otherNoun>\\p{L}+))?';
const FIELD = '(?<field>\\p{L}+)';
const WAY = '(?<way>\\p{L}+(?: \\p{L}+)?)';

const comparison: Comparison = {
  forms: [
    `${THING} (?:is|was) ${WAY} than ${OTHER}`,
    `${THING} (?<way>costs? \\p{L}+) than ${OTHER}`,
    `${THING} (?:has|had) (?:an? )?(?<way>\\p{L}+) ${FIELD} than ${OTHER}`,
    `${THING} was ${FIELD} (?<way>\\p{L}+) than ${OTHER}`,
    `the ${FIELD} of ${THING} (?:is|was) (?<way>\\p{L}+) than (?:that|the \\k<field>) of ${OTHER}`,
    `${THING} (?:is|was) the ${WAY} of ${ALL}`,
    `of ${ALL} , ${THING} (?:is|was) the ${WAY}`,
  ].map((form) => new RegExp(`^${form}$`, 'u')),
  ways: {
    ...waysIn(
      'cost',
      'dearer, dearest, pricier, priciest, more expensive, most expensive, costs more, cost more',
      'cheaper, cheapest, less expensive, least expensive, costs less, cost less',
    ),
    ...waysIn(
      'day',
      'later, latest, newer, newest, more recent, most recent',
      'earlier, earliest, older, oldest, less recent, least recent',
    ),
    ...waysIn('number', 'higher, larger, greater, bigger', 'lower, smaller'),
    ...waysIn('count', 'more', 'fewer'),
  },
  fields: {},
  nouns: wordsIn('order orders parcel parcels package packages item items product products number'),
};

const bounds: Bounds = {
  before: {
    ...boundsIn('over', 'm p t n count', 'more than, greater than, exceeding'),
    ...boundsIn('over', 'm p t count', 'over, above, beyond'),
    ...boundsIn('over', 't d h', 'after, later than'),
    ...boundsIn('from', 'm p t n count d h', 'at least, no less than, not less than, no fewer than, minimum'),
    ...boundsIn('from', 'm p d h', 'from, starting at, starting from'),
    ...boundsIn('from', 'd h', 'since, on or after, no earlier than, not earlier than'),
    ...boundsIn('under', 'm p t n count', 'less than, fewer than'),
    ...boundsIn('under', 'm p t count', 'under, below'),
    ...boundsIn('under', 't d h', 'before, earlier than'),
    ...boundsIn('to', 'm p t n count d h', 'at most, up to, no more than, not more than, maximum'),
    ...boundsIn('to', 't', 'within'),
    ...boundsIn('to', 'd h', 'by, until, till, on or before, no later than, not later than'),
  },
  after: {
    ...boundsAfter(
      'from',
      'or more, and more, or above, and above, or over, and over, and up, upwards, or later, onwards',
    ),
    ...boundsAfter('to', 'or less, and less, or fewer, or below, and below, or under, and under, or earlier'),
  },
  between: wordsIn('a an the total value amount sum price order purchase of on about just only'),
  sums: /^(?:bill|credit|invoice|offer|order|payment|quote|refund|reminder|transfer|voucher)$/u,
};

export const en: Lexicon = {
  function: wordsIn(`
    a an the this that these those it its he she they them their theirs i me my mine we us our ours you your yours yourself who whom whose
    what which when where why how there then than as at by for from in into of off on onto to up with within about after before
    out between over under through during until since per via and but or so if because while whereas although though however therefore
    also too just only even still yet again already now is are am was were be been being has have had having do does can could may might
    must shall should will would not no nor neither none without never nothing let such same other others another any some each every
    either both many much more most less least few several very quite rather really almost perhaps maybe like regarding concerning according`),
  courtesy: wordsIn(`
    always letting     hello hi hey dear welcome greetings morning afternoon evening day week weekend night bye goodbye farewell cheers thanks thank
    thankful grateful appreciate appreciated gratitude please pleased pleasure pardon excuse sorry apologies apologise apologize apology regret
    unfortunately sadly luckily happily kindly gladly happy glad delighted thrilled excited hope hopefully wish wishes wishing enjoy
    good great nice lovely wonderful fantastic awesome excellent amazing perfect super brilliant fabulous terrific best better   
    sure certainly absolutely definitely course indeed well oh ah aha hm hmm wow yay hooray worries worry    
    inconvenience patience patient frustrating frustration frustrated annoying stressful upset confusing confusion understandable
    help helps helped helpful helping assist assistance assisting support supporting question questions ask asks asking answer answers answering
    request requests message messages chat conversation talk talking tell telling say saying hear hearing heard listen listening
    know knowing understand understanding understood see seeing saw seen look looks looking looked check checking checked find finding found
    show showing explain explaining explained clarify clarifying share sharing mention mentioned describe think thought feel 
    reach try want wants wanted need needs needed care kind friendly wait waiting waited moment second minute bit little while anytime
    time anything something else thing things everyone anyone someone somebody one ones next first last further extra detail details
    information info update updates news word words example examples list overview summary following below above side possible
    choose choice prefer preferred interested interest curious matter matters important
    order orders parcel package item items product products number numbers shop store    person human assistant
    customer customers account  soonest around along right away together hand hands touch forward start begin beginning continue go going come
    get give make use using keep   name named belongs concerns means meant mean long ago hesitate whenever wherever whatever
    completely fully totally idea ideas catch caught unclear clear sense suggestion suggestions suggest wonder wondering
    agree opinion view perhaps honest honestly fair favourite favorite happier   simple simply quick quickly short glimpse eye peek note   smile day's sunny
    luck lucky joy fun heart warm warmly sincerely regards yours truly respectfully respect trust loyalty choosing shopping reaching writing
      lend offer offering offers guide walk point step steps`),
  phrases: [
    /\bby the way\b/giu,
    /\ball the best\b/giu,
    /\bnot at all\b/giu,
    /\bat all\b/giu,
    /\bafter all\b/giu,
    /\ball right\b|\balright\b/giu,
    /\bno (?:problem|worries|rush|trouble)(?= at all|\s*[,.!]|\s*$)/giu,
    /\bthat'?s all\b/giu,
    /\btake (?:care|your time)\b/giu,
    /\bin the meantime\b/giu,
    /\bhere (?:to help|for you|is|are|'s)\b/giu,
    /\b(?:i am|i'm|we are|we're) (?:still |right |always )?here\b/giu,
    /\bfeel free\b/giu,
    /\bwelcome back\b/giu,
    /\b(?:i|we) (?:didn't|did not) (?:quite )?(?:catch|get|understand) (?:that|this|you|what you (?:mean|need))\b/giu,
    /^\s*(?:okay|ok|that'?s (?:fine|okay|ok)|that is (?:fine|okay|ok))(?=[,.!:]|\s*$)/giu,
    /\b(?:sorry|apologi[sz]e|apologies) (?:about|for) (?:the|that|this|any|your|all the) (?:problem|problems|trouble|troubles)\b/giu,
    /\b(?:take|have|taking|having) a (?:quick |closer )?look\b/giu,
    /\bsounds (?:good|great|like a plan)\b/giu,
    /\b(?:have|enjoy|wish you) (?:a|the rest of your) (?:great |nice |lovely |wonderful |good )?(?:rest of your )?(?:day|evening|week|weekend|one)\b/giu,
    /\bone (?:moment|second|sec)\b/giu,
    /\bmake sense\b|\bmakes sense\b|\bmade sense\b/giu,
    /\bbear with me\b/giu,
    /\bin case\b/giu,
    /\bit (?:is|was) (?:a|my) pleasure\b|\bmy pleasure\b/giu,
    /\bhow (?:are|can|may|could) (?:you|i|we)\b/giu,
    /\bthings have been\b/giu,
  ],
  linking: wordsIn(
    'cost costs amount amounts totals priced worth contain contains include includes altogether consist consists comes sum',
  ),
  ranking: wordsIn('more most less least fewer fewest first last'),
  alike: [
    ['arrive', 'arrival'],
    ['ship', 'shipment', 'shipping', 'dispatched'],
    ['deliver', 'delivery', 'deliveries'],
    ['refund', 'reimbursed', 'reimbursement'],
    ['cancel', 'cancellation', 'canceled'],
  ],
  negation: wordsIn('not no nor neither none never nothing without nobody nowhere hardly'),
  things: wordsIn(`
    order orders parcel package item items product products number numbers account customer customers shop store person human one ones first next
    last anything something things thing anyone someone somebody everyone information info update updates news detail details list overview
    summary example examples find finds finding found see saw seen show showing look looked checked possible support request requests way
    change help answer answers name named use touch along away together side`),
  modest: wordsIn(`
    know sure certain understand understanding understood hear heard catch clear unclear sense worry worries hesitate problem trouble rush hurry mind
    mean meant want wish hope wait`),
  possible: wordsIn(
    'can could may might should would if unless whether perhaps maybe possibly when whenever once must shall usually normally',
  ),
  future: wordsIn('will shall going expected should soon shortly gonna expect'),
  offer: wordsIn('help assist happy glad gladly pleased look support pleasure explain'),
  self: wordsIn('i we'),
  perfect: wordsIn('have had has'),
  joints: wordsIn('and but or so because while whereas although though however which who that'),
  answers: wordsIn('yes no yep yeah nope yup nah'),
  comparison,
  bounds,
};
