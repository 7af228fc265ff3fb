/** A page beyond the last is empty. */
export const paged = <T>(name: string, all: readonly T[], page: number, size: number) => ({
  [name]: all.slice((page - 1) * size, page * size),
  page,
  pages: Math.ceil(all.length / size),
});
