/** Such as 4-6, and no date. A browser would break the line after its hyphen. */
export const NUMBER_RANGE = /(?<![\d-])(\d+[-–]\d+)(?![\d-])/g;
