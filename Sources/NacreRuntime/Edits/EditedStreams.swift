import Nacre

/// The streams that edits change, with their edits; names are looked up in place.
struct EditedStreams: Sendable {
    /// The edits of one stream.
    struct Edits: Sendable {
        /// The versions of the recorded events that are left out, moved or replaced, in ascending order.
        var removed: [StreamVersion] = []

        /// The indexes of the placed events, in their order.
        var placed: [Int] = []
    }

    private var table = ByteTable()

    /// The edits, by the numbers of their streams.
    private(set) var edits: [Edits] = []

    /// The number of streams.
    var count: Int { edits.count }

    /// The names, in the order of their numbers.
    var names: some Sequence<StreamName> { edits.indices.lazy.map { StreamName(table.text(at: $0)) } }

    /// The number of a stream, from 0; `nil` if no edit changes it.
    func number(of name: Swift.Span<UInt8>) -> Int? { table.knownNumber(of: name) }

    /// The edits of a stream; `nil` if there are none.
    subscript(_ name: Swift.Span<UInt8>) -> Edits? { number(of: name).map { edits[$0] } }

    /// The edits of a stream; `nil` if there are none.
    subscript(_ stream: StreamName) -> Edits? { self[stream.text.utf8Span.span] }

    /// Changes the edits of a stream.
    mutating func edit(_ name: Swift.Span<UInt8>, _ change: (inout Edits) -> Void) {
        let number = table.number(of: name)
        if number == edits.count { edits.append(Edits()) }
        change(&edits[number])
    }
}
