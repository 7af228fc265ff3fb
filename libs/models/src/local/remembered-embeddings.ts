import { LRUCache } from 'lru-cache';
import type { Embed } from './catalogue';
import type { Embedding } from './embedding';

/** 2 KB an embedding. */
const REMEMBERED_TEXTS = 4_000;

/** Embeds a text once: bundles of another version or tenant share most of their examples, and people their words. */
export function remembering(embed: Embed): Embed {
  const remembered = new LRUCache<string, Embedding>({ max: REMEMBERED_TEXTS });
  return async (texts, signal) => {
    const known = new Map(texts.map((text) => [text, remembered.get(text)]));
    const missing = [...known.keys()].filter((text) => known.get(text) === undefined);
    const fresh = missing.length === 0 ? [] : await embed(missing, signal);
    fresh.forEach((embedding, index) => {
      known.set(missing[index]!, embedding);
      remembered.set(missing[index]!, embedding);
    });
    return texts.map((text) => known.get(text)!);
  };
}
