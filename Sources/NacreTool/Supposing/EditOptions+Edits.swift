extension EditOptions {
    /// The edits that the options name.
    var edits: RequestedEdits {
        var edits = RequestedEdits()
        edits.without = without
        edits.withoutTypes = withoutTypes
        edits.withoutStreams = withoutStreams
        edits.withoutActors = withoutActors
        edits.withoutCorrelations = withoutCorrelations
        edits.replacements = zip(replace, data).map { .init(event: $0, json: $1) }
        edits.insertions = stride(from: 0, to: insert.count, by: 4).map {
            .init(after: insert[$0], stream: insert[$0 + 1], type: insert[$0 + 2], json: insert[$0 + 3])
        }
        edits.moves = stride(from: 0, to: move.count, by: 2).map { .init(event: move[$0], after: move[$0 + 1]) }
        return edits
    }
}
