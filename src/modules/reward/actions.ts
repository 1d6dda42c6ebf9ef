/** Why an account of points changes. */
export type RewardAction = 'updated' | 'spent' | 'reverted' | 'refunded' | 'earned' | 'revoked' | 'expired';
