import type { MakeCall, Target } from "./caller.js";

export function fetchWithBackoff(target: Target): MakeCall;
export function kyClient(target: Target): MakeCall;
export function undiciRetryAgent(target: Target): MakeCall;
export function octokitThrottling(target: Target): MakeCall;
