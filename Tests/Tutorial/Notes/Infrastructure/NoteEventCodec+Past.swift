import DomainKit
import Nacre

extension NoteEventCodec {
    /// The upcasters of former schemas: for each type its steps, in order.
    ///
    /// | type | schema | data |
    /// |---|---|---|
    /// | `NoteWritten` | 1 | `{"text": string}`, with the white space that was typed around it |
    static let past: [Kind: [Upcaster.Rewrite]] = [
        .written: [{ old, new in new.text("text", try old.text("text").trimmed) }]
    ]
}
