import NacreTool

extension String {
    /// The text on one line, with characters that hide other text as escapes.
    var inCell: String { TerminalText.cell(self) }
}
