extension EventStoreError {
    /// The error for an application's commit that writes a reserved stream.
    static func reserved(_ stream: StreamName) -> EventStoreError {
        EventStoreError(
            .reservedStream,
            """
            stream \(quoted(stream.text)) is reserved, as all streams whose names begin with $: only projections, process \
            managers, their commands `retry` and `skip`, and `import` write there: append to another stream
            """, outcome: .notWritten)
    }
}
