/**
 * The property of a list's result that holds what asks for the next page, where its vendor says so in the header
 * `Link`; null on the last page.
 */
export const NEXT_PAGE = '$next';
