// Colours and sizes that the canvases share with the style sheet.
export {};
