/** Bytes of all headers: what no mail program exceeds. */
export const longestHeaders = 512 * 1_024
