/** Maximum size of a message of an agent, in bytes: far more than the longest call needs. */
export const MESSAGE_BYTES_MAX: number = 64 * 1024;
