/** Precompiles the templates and embeds the runtime files; returns whether the text changed. */
export function embedTemplates(): boolean;
