export interface Instruction {
  readonly name: string;
  readonly value: string;
}

export interface Stage {
  readonly name: string;
  /** the image or the stage it begins with */
  readonly from: string;
  readonly instructions: readonly Instruction[];
}

/** The stages of a Dockerfile in order. Throws for an instruction before the first FROM. */
export function stagesOf(dockerfile: string): readonly Stage[] {
  const stages: { name: string; from: string; instructions: Instruction[] }[] = [];
  for (const { name, value } of instructionsOf(dockerfile)) {
    if (name === 'FROM') {
      const [from = '', , stage = String(stages.length)] = value.split(/\s+/);
      stages.push({ name: stage, from, instructions: [] });
    } else {
      const current = stages.at(-1);
      if (!current) throw new Error(`the Dockerfile has ${name} before its first FROM; begin with FROM`);
      current.instructions.push({ name, value });
    }
  }
  return stages;
}

function instructionsOf(dockerfile: string): readonly Instruction[] {
  const lines = dockerfile
    .split('\n')
    .filter((line) => !/^\s*(#|$)/.test(line))
    .join('\n')
    .replaceAll(/\\\n/g, ' ')
    .split('\n');
  return lines.map((line) => {
    const [, name = '', value = ''] = /^\s*([A-Za-z]+)\s+(.*)$/.exec(line) ?? [];
    return { name: name.toUpperCase(), value: value.trim() };
  });
}

export const valuesOf = (stage: Stage, name: string): readonly string[] =>
  stage.instructions.filter((instruction) => instruction.name === name).map(({ value }) => value);

/** `ENV A=1 B="2 3"` as names and values. */
export const environmentIn = (stage: Stage): Readonly<Record<string, string>> =>
  Object.fromEntries(
    valuesOf(stage, 'ENV').flatMap((value) =>
      [...value.matchAll(/([A-Z_]+)=(?:"([^"]*)"|(\S+))/g)].map(([, name, quoted, plain]) => [
        name as string,
        (quoted ?? plain) as string,
      ]),
    ),
  );
