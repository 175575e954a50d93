/** The identity service demands only 6 characters. */
export const shortestPassword = 8
export const longestPassword = 200
