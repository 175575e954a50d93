/** Seconds in which a member may take an answer back, before its letter leaves. */
export const undoChoices = [0, 10, 60] as const

export const usualUndo = 10
