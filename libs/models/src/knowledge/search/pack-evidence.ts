import type { EvidencePacker } from '../ports';

const MOST_PASSAGES = 4;
const MOST_CHARACTERS = 3_000;
/** A passage below this share of the best one's fit only distracts. */
const LEAST_SHARE = 0.6;

/** The best few, as long as they fit nearly as well and there is room. */
export const evidencePacker: EvidencePacker = {
  pack: (found) => {
    let characters = 0;
    const least = LEAST_SHARE * Math.max(...found.map(({ score }) => score));
    return found
      .filter(({ score }, index) => index === 0 || score >= least)
      .slice(0, MOST_PASSAGES)
      .filter(({ text }, index) => {
        characters += text.length;
        return index === 0 || characters <= MOST_CHARACTERS;
      });
  },
};
