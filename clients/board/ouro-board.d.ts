/** The element `<ouro-board>`: a game of Snake on a page. */
export interface OuroBoardElement extends HTMLElement {
	/** The turn that is shown; set it to go to a turn. */
	turn: number;
	/** The last turn that is known. */
	readonly turns: number;
	/** Whether the game is playing. */
	readonly playing: boolean;
	play(): void;
	pause(): void;
}

export interface OuroBoardEvents {
	/** The game is open. */
	"ouro-ready": CustomEvent<{ title: string; turns: number }>;
	/** Another turn is shown. */
	"ouro-turn": CustomEvent<{ turn: number }>;
	/** The end of the game is shown. */
	"ouro-end": CustomEvent<{ turn: number; words: string }>;
	/** The game cannot be shown. */
	"ouro-error": CustomEvent<{ message: string }>;
}

declare global {
	interface HTMLElementTagNameMap {
		"ouro-board": OuroBoardElement;
	}
	interface HTMLElementEventMap extends OuroBoardEvents {}
}
