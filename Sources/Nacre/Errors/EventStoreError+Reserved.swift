extension EventStoreError {
    /// Makes the error of a commit that writes a stream of the store's own without its right.
    static func reserved(_ stream: StreamName) -> EventStoreError {
        EventStoreError(
            .reservedStream,
            """
            stream \(quoted(stream.text)) is one of the store's own, as all whose names begin with $: what stands there is \
            written by projections and process managers, their retry and skip, and by import; append to another stream
            """, outcome: .notWritten)
    }
}
