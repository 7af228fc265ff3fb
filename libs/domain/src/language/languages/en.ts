import { HUMAN_HANDOFF_SENTENCE } from '@arbiter/contracts';
import { ENGLISH_DATES } from './en-dates';
import { ENGLISH_GRAMMAR } from './en-grammar';
import { ENGLISH_SUPPORT } from './en-support';
import { counted, phrases, words, type Language } from './language';

export const ENGLISH: Language = {
  name: 'en',
  handoffSentence: HUMAN_HANDOFF_SENTENCE,
  dates: ENGLISH_DATES,
  grammar: ENGLISH_GRAMMAR,
  support: ENGLISH_SUPPORT,
  override:
    phrases(`actually, forget, forget about, forget it, forget that, forget about it, forget about that, never mind, nevermind, never mind that, stop, stop it, stop that,
    stop this, cancel, cancel it, cancel that, cancel this, scrap that, scrap it, scrap this, ignore that, ignore it, ignore, disregard that, drop it,
    drop that, leave it, instead, on second thought, on second thoughts, I changed my mind, I've changed my mind, changed my mind, wait no, no wait,
    wait, hold on, hang on, abort, strike that, scratch that, scratch it, undo that, i take that back, i take it back, take that back, take it back, rather`),
  nudge:
    phrases(`any luck, any luck yet, any news, any news yet, any update, any updates, any update yet, any updates yet, any progress, any progress yet,
    update, updates, update please, status, status update, status please, ?, ??, ???, hello?, are you there, are you still there, still there, you there,
    anyone there, anybody there, is anyone there, is anybody there, anything yet, how is it going, how's it going, how is it coming along,
    how's it coming along, how long, how much longer, what's taking so long, why is it taking so long, is it done, is it done yet, is it ready,
    is it ready yet, are you done, are you done yet, done yet, ready yet, still working on it, are you still working on it, still waiting,
    i'm still waiting, i am still waiting, what's the status, what is the status, what's happening, what is happening, well?, so?, and?`),
  filler: {
    greeting: phrases(
      'hai, hii, hiya, heya, hi, hi there, hello, hello there, hey, hey there, good morning, good afternoon, good evening, good day, greetings, howdy',
    ),
    help: phrases(
      'help, help me, can you help, can you help me, could you help me, i need help, i need some help, i need your help, what can you do, what can you do for me, how does this work, what are my options, how can you help, how can you help me',
    ),
    thanks_reply:
      phrases(`thanks, thanks a lot, thanks a million, thanks a bunch, thanks so much, thanks very much, thanks again, thank you, thank you so much,
      thank you very much, thank you again, many thanks, thx, ty, cheers, much appreciated, great thanks, perfect thanks, i appreciate it, appreciate it,
      i appreciate that, i appreciate your help, i appreciate the help, appreciate the help, appreciate your help, for your help, for the help,
      for all your help, for your assistance, for the assistance, for your time, for helping, for helping me, for helping me out, for the information,
      for the info, you've been helpful, you have been helpful, you were helpful, you've been very helpful, you have been very helpful,
      you've been a great help, you were a great help, you are very helpful, you're very helpful, very helpful, so helpful, big help, great help, that helps, thank you kindly, kind of you, looking forward to it, i'm looking forward to it, i look forward to it, good job, great job, well done, you made my day, you're great, you are great, you're the best, you are the best, you rock`),
    filler_acknowledged:
      phrases(`ok, okay, k, cool, great, nice, fine, alright, all right, got it, i see, perfect, good, excellent, awesome, wonderful, super,
      amazing, fantastic, lovely, hm, hmm, lol, haha, wow, bye, bye bye, good bye, goodbye, see you, see you later, take care, have a nice day, have a good day,
      have a great day, have a great one, have a good one, have a good evening, have a nice evening, have a good night, good night, you too,
      that's all, that is all, that was all, that will be all, that'll be all, that would be all, that'd be all, thats all, that's it, that is it, that was it,
      that will be it, that'll be it, thats it, that does it, this is all, will be all, would be all, is all, all set, if possible, talk to you later, i'll talk to you later, i will talk to you later, i'm good, i am good, im good, i'm all set, i am all set,
      i'm done, i am done, we're done, i'm fine, i am fine, all for now, all for today, for now, for today, at the moment, right now, all i need, all i needed, that's all i need, that is all i need, that's all i needed, that is all i needed, that was all i needed, that's all i want, that's all i wanted, that is all i wanted, that's what i needed, that is what i needed,
      all i want, all i wanted, what i need, what i needed, everything i need, everything i needed, that's everything, that is everything, nothing else, nothing more, nothing further,
      no more, not anymore, i don't need anything else, i don't need anything more, i don't need any more help, i need nothing else, i need nothing more,
      no need, don't need anything else, do not need anything else, do not need any more help, don't need any more help`),
  },
  waiting:
    phrases(`wait, please wait, hold on, hang on, a moment, one moment, just a moment, a minute, one minute, just a minute, a second, one second, just a second, a sec, one sec, just a sec, a bit, give me a moment, give me a minute, give me a second, give me a sec, i need a moment, i need a minute, let me think, let me see, let me check, let me look,
    i need to think, i have to think, i'll be right back, i will be right back, be right back, brb, bear with me, in a minute, in a moment, i'll check, i will check, i'll get back to you, i will get back to you, wait for me`),
  yes: phrases(`👍, 👌, ✅, yes, yes please, totally, y, yeah, yea, ya, yep, yup, yess, yes sir, uh huh, sure, sure thing, for sure, certainly, surely, indeed, ok, okay, of course, please do, go ahead,
    do it, do that, do so, let's do it, lets do it, let's do that, go for it, proceed, sounds good, sounds great, sounds perfect, sounds right, sounds correct,
    sounds fine, sounds very good, sounds really good, sounds pretty good, looks very good, is very good, that's very good, looks good, looks great, looks right, looks correct, looks fine, absolutely, definitely, correct, that's correct, that is correct, all correct,
    confirm, confirmed, i confirm, approve, approved, i agree, agreed, exactly, precisely, that's right, that is right, thats right, you're right, you are right, you got it, you got that right, right,
    that works, it works, works for me, works well, works great, will work, would work, that'll work, that'll do, that will do, that would do, that's fine, that is fine, that's ok,
    that is ok, that's okay, that is okay, that's good, that is good, that's great, that is great, that's perfect, that is perfect, it's perfect, is perfect, is fine,
    is good, is great, is okay, is ok, is alright, would be fine, would be good, would be great, would be nice, would be perfect, would be ok, would be okay, would be lovely, will be fine, will be good, will be great,
    will be perfect, i do, i would, i'd like that, i would like that, i'd like to do that, i would like to do that, i'd love that, i would love that, that's the one, that is the one, all good, very well,
    i'm okay with, i'm ok with, i am okay with, i am ok with, i'm fine with, i am fine with, i would be fine with, i'd be fine with, okay with, happy with that, fine with me, fine by me, okay with me, okay by me, good to me, perfect, true, that's true, affirmative, alright, all right`),
  no: phrases(`👎, ❌, no, no thanks, no thank you, n, nope, nah, no way, absolutely not, definitely not, certainly not, of course not, hell no, no chance, don't, dont, do not, please don't, not now, not right now, not just now, not yet, not today, not at the moment,
    not at this time, not really, rather not, better not, i'd rather not, i would rather not, maybe later, maybe another time, another time, some other time, not at present, not at the present time, not for now, don't bother, i do not, i don't, i would not, i'm okay, i'm ok, i am okay, i am ok, we're okay, we're ok, later, reject, decline, negative, incorrect, that's wrong, that is wrong, wrong,
    that's not right, that is not right, not right, not correct, that's not correct, that is not correct, not quite, not exactly, that's incorrect, no need, nothing, none`),
  approving:
    phrases(`sounds, seems, great, good, nice, cool, fine, neat, perfect, excellent, awesome, wonderful, super, amazing, fantastic, lovely, interesting, sounds nice, sounds cool,
    sounds neat, sounds lovely, sounds interesting, sounds like fun, sounds fun, sounds wonderful, sounds awesome, sounds amazing, sounds excellent, sounds alright, sounds okay, sounds ok, sounds like a plan, sounds like a good one,
    sounds like a great one, sounds like, i like that, i like it, i like this, i love that, i love it, i love this, i'll take it, i will take it, i'll take that, i will take that,
    i'll go with, i will go with, let's go with, lets go with, go with, i choose, i prefer, i'd prefer, i would prefer, that one, this one, the first one, that's what i want, that is what i want,
    what i want, what i need, what i was looking for, what i'm looking for, i want that, i want this, i want it, i'd like it, i would like it, is what i, works, suits me, ideal, good choice, great choice, good one, great one, good option, great option`),
  referring: phrases(
    `about, what about, and about, back to, going back to, let's go back to, return to, regarding, concerning, as for, as to, with regard to`,
  ),
  correcting:
    phrases(`make it, make that, make the, change my, change it, change that, change the, change to, change it to, change that to, change this, switch it, switch that, switch to, it should be, should be, it's supposed to be, i meant, i mean, i said, i actually,
    actually, rather, sorry, modify the, modify, correction, let's make it, lets make it, let's do, lets do, how about, what about, can you change, could you change, can you make, could you make, but, except`),
  anger:
    phrases(`idiot, idiots, moron, morons, imbecile, imbeciles, you geniuses, clowns, bunch of amateurs, you are useless, you're useless, youre useless, useless bot, useless shop, totally useless, completely useless, absolutely useless, you are stupid, you're stupid, stupid bot, stupid machine, stupid shop,
    you suck, this sucks, scum, crooks, thieves, scammers, con artists, liars, liar, rip off, rip-off, ripoff, shut up, go to hell, screw you, fuck, fuck you, fuck off, fucking, wtf, what the fuck, what the hell, where the hell, why the hell, bullshit, piece of shit, piece of crap, pathetic,
    worst service ever, worst shop ever, worst company ever, i hate you, i hate you all, i hate this, i hate this shop, i hate your shop, this is ridiculous, this is outrageous, this is unbelievable, this is a disgrace, this is an outrage, this is a scandal, you are a disgrace, are you kidding me, are you serious, are you deaf, how dare you,
    enough is enough, i've had enough, i have had enough, i'm fed up, i am fed up, fed up with you, sick of this, sick of you, sick and tired, answer me, do something already, i will sue, i'll sue, sue you, hear from my lawyer, talk to my lawyer, my lawyer will, take you to court, see you in court, call the police, you will regret this, you'll regret this, i will destroy you, i'll destroy you`),
  neutral:
    words(`a an the this that these those it its it's that's thats i i'm im i'll i've me my mine myself we our us we'll you your they them
    is are was were am be been being do does did have has had to of for on in at with by from as and or so well please just
    now yet already still ever then there here also too hey oh um uh hmm er ah sorry if think guess believe would should will make meant mean about one`),
  negating:
    words(`not no never don't dont doesn't doesnt didn't didnt won't wont can't cant cannot isn't isnt wasn't wasnt
    shouldn't shouldnt without nor neither`),
  hedging: words('without but however only except unless though although maybe perhaps unsure depends if'),
  asking: words("what what's where where's when when's who who's why how how's which whose is are does do did has"),
  requesting:
    words(`what what's where where's when when's who who's why how how's which whose can could would will want need
    i'd show tell give find get check`),
  wishing:
    phrases(`i want, i only need, i just need, i only want, i just want, we only need, we just need, i will be needing, i'll be needing, we will need, we'll need, i'll only need, i'd like, i would like, i need, i do need, i do want, i would need, i'd need, i wish, i'd love, i would love, i'm looking, i am looking, im looking, looking for, looking to, i'm trying, i am trying, i'm searching, i am searching, i'm interested in,
    i am interested in, i have to, i've got to, i gotta, i wanna, i want to, i feel like, i'd also like, i would also like, i also need, i also want, i will need, i'll need, i will also need, i'll also need, i am going to, i'm going to, i plan to, i'm planning, i am planning, i hope to,
    i also would like, we want, we need, we'd like, we would like, we're looking, we are looking, can you, could you, would you, will you, can i, could i, may i, can we, could we, please, help me, let's, lets, let me, tell me, show me, give me, get me, find me, book me, i should, i must,
    do you have, do you know, are there, is there, how about, what about, i was wondering, i wonder, i like, i love, i really like, i really love, i enjoy, i'm into, i am into, in need of, in the mood for, in the market for, thinking of, thinking about, in search of, on the lookout for`),
  doing:
    words(`know grab find search look looking show see check browse discover get give tell book reserve schedule buy purchase order play listen rent make set add
    transfer send pay call arrange recommend suggest watch hear reservation appointment ticket tickets booking visit hire order message wire lookup start create open`),
  telling: words('tell know say explain inform advise give show get see check'),
  clock: words('time hour clock'),
  pointing: words(
    'the it its this that these those one ones there their they he she his him her them first second third last',
  ),
  other: words('other others another else more different alternative alternatives alternatively'),
  relating: words("what what's which who whose why how"),
  ownWork: words(
    'request requests question questions everything all conversation chat message messages thing things process action task job work doing asking ask talking talk writing write messaging bothering bother nagging annoying typing answering repeating going that this it now please immediately',
  ),
  selfHarm: phrases(
    `kill myself, killing myself, kill my self, end my life, ending my life, end my own life, take my life, take my own life, taking my own life, commit suicide, committing suicide, suicidal, want to die, wanna die, want to be dead, wish i was dead, wish i were dead, better off dead, don't want to live, do not want to live, dont want to live, no reason to live, nothing to live for, want to end it all,
    want to hurt myself, wanna hurt myself, going to hurt myself, gonna hurt myself, thinking of hurting myself, thinking about hurting myself, want to harm myself, going to harm myself, thinking of harming myself, thinking about harming myself, harming myself, can't go on living, cannot go on living, don't want to be alive, do not want to be alive`,
  ),
  selves: words('me my mine myself'),
  selfHarmSentence:
    'I am sorry that you feel this way, and glad that you said so. I am only a program and cannot give you the help that you deserve. Please talk to a person now: if you are in danger, call the emergency number of your country (112 in Europe), and at findahelpline.com there are people to talk to at any hour.',
  interjecting: phrases('no, oh, so, well, hey, hi, um, uh, hmm, and, but, then, please, just, ah, sorry'),
  prefacing:
    phrases(`can you, could you, would you, will you, can we, i want to, i want you to, i need to, i need you to, i'd like to, i'd like you to, i would like to,
    i would like you to, i said, i meant, let's, lets, now, maybe`),
  steering: words('actually instead rather wait no oh hmm hold hang on sorry second thought thoughts'),
  steeringAtEnd: words('instead rather'),
  joining: words('and then but'),
  numbers: counted('one two three four five six seven eight nine ten eleven twelve'),
  ordinals: counted('first second third fourth fifth sixth seventh eighth ninth tenth'),
  endings: [["'s"], ['s'], ['ing', 'ed'], ['e', 'y', 'i']],
  doublesBeforeEnding: true,
  alike: [
    phrases('book, reserve, reservation, schedule'),
    phrases('buy, purchase'),
    phrases('find, search, look, lookup, browse, discover, seek, locate, explore'),
    phrases('play, listen, hear, stream'),
    phrases('rent, hire, lease'),
    phrases('transfer, send, wire'),
    phrases('visit, tour'),
  ],
};
