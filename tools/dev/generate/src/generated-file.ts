/** A file that is written from the code; `path` is relative to the project's folder. */
export interface GeneratedFile {
  readonly path: string;
  readonly text: string;
}

export const json = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;
