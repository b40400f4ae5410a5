extension EventStoreError {
    /// The error for an application's commit that writes a reserved stream.
    static func reserved(_ stream: StreamName) -> EventStoreError {
        EventStoreError(
            .reservedStream,
            """
            stream \(quoted(stream.text)) is one of the store's own, as all whose names begin with $: what stands there is \
            written by projections and process managers, their retry and skip, and by import; append to another stream
            """, outcome: .notWritten)
    }
}
