extension Commit {
    /// Validates the commit against ``Limits``.
    ///
    /// Every store calls this first, so that all stores refuse the same commits with the same messages.
    ///
    /// - Parameter author: The author of the commit.
    /// - Throws: ``EventStoreError`` with code ``EventStoreError/Code/invalidArgument``, naming the limit and the
    ///   value, or with code ``EventStoreError/Code/reservedStream`` if an application's commit writes a reserved
    ///   stream.
    /// - Complexity: O(*n*) in the bytes of the commit's names and tags and the number of its events.
    public func validate(as author: CommitAuthor = .application) throws(EventStoreError) {
        guard !entries.isEmpty else {
            throw .invalid("a commit has no events: add at least one")
        }
        try Self.within(Limits.eventsPerCommit, entries.count, "events in a commit")
        try Self.within(Limits.checksPerCommit, checks.count, "checks in a commit")
        try Self.within(Limits.conditionsPerCommit, conditions.count, "conditions in a commit")
        var bytes = 0
        // The span gives access to an entry in place; iterating over the array would copy and retain it.
        let span = entries.span
        for index in span.indices {
            // Neighbouring events nearly always have the same names.
            if index == 0 || span[index].stream != span[index - 1].stream {
                try span[index].stream.validate(as: "stream name")
                if author == .application, span[index].stream.isReserved { throw .reserved(span[index].stream) }
            }
            if index == 0 || span[index].event.type != span[index - 1].event.type {
                try span[index].event.type.validate(as: "event type")
            }
            try span[index].event.validateContent()
            bytes += span[index].byteCount
        }
        try Self.within(Limits.commitBytes, bytes, "bytes in a commit")
        try validateIDs()
        try validateGuards()
        for condition in conditions { try condition.failIfEventsMatch.validate() }
    }

    /// Validates the `after` positions of the conditions against the head of the log.
    ///
    /// - Parameter head: The head of the log. No condition may start after it.
    /// - Throws: ``EventStoreError`` with code ``EventStoreError/Code/invalidArgument``, naming both positions.
    public func validateConditions(upTo head: Position) throws(EventStoreError) {
        for (index, condition) in conditions.enumerated() where condition.after > head {
            throw EventStoreError(
                .invalidArgument,
                "condition \(index + 1) begins after position \(condition.after), but the log ends at \(head): "
                    + "give a position read from this log", position: condition.after,
                outcome: .notWritten)
        }
    }

    private func validateIDs() throws(EventStoreError) {
        let given = entries.count { $0.event.id != nil }
        guard given > 0 else { return }
        guard given == entries.count else {
            throw .invalid(
                "\(given) of the commit's \(entries.count) events have an id: give one to all of them, or to none")
        }
        guard given > 1 else { return }
        var seen = Set<EventID>(minimumCapacity: given)
        for case let id? in entries.lazy.map(\.event.id) where !seen.insert(id).inserted {
            throw EventStoreError(
                .invalidArgument, "id \(id) occurs twice in one commit: give each event its own", eventIDs: [id])
        }
    }

    private func validateGuards() throws(EventStoreError) {
        guard !expectations.isEmpty || !checks.isEmpty else { return }
        // Fast path: nearly every append is to one stream with one expectation.
        if checks.isEmpty, expectations.count == 1, areAll(of: expectations[0].stream) { return }
        let written = Set(entries.map(\.stream))
        var expected = Set<StreamName>()
        for guarded in expectations {
            try guarded.stream.validate(as: "stream name")
            guard written.contains(guarded.stream) else {
                throw .invalid(
                    "stream \(quoted(guarded.stream.text)) has an expectation but no event: make it a check")
            }
            guard expected.insert(guarded.stream).inserted else {
                throw .invalid("stream \(quoted(guarded.stream.text)) has more than one expectation: keep one")
            }
        }
        var checked = Set<StreamName>()
        for guarded in checks {
            try guarded.stream.validate(as: "stream name")
            guard !written.contains(guarded.stream) else {
                throw .invalid(
                    "stream \(quoted(guarded.stream.text)) is both written and checked: make it an expectation")
            }
            guard checked.insert(guarded.stream).inserted else {
                throw .invalid("stream \(quoted(guarded.stream.text)) is checked more than once: keep one check")
            }
        }
    }

    private func areAll(of stream: StreamName) -> Bool {
        let span = entries.span
        for index in span.indices where span[index].stream != stream { return false }
        return true
    }

    private static func within(_ limit: Int, _ value: Int, _ what: String) throws(EventStoreError) {
        guard value <= limit else {
            throw .invalid("\(value) \(what) exceed the limit of \(limit)")
        }
    }
}

extension Commit.Entry {
    /// The bytes that the entry counts towards ``Limits/commitBytes``.
    public var byteCount: Int {
        stream.text.utf8.count + event.type.text.utf8.count + event.data.count + event.metadata.count
            + (event.tags.isEmpty ? 0 : event.tags.reduce(0) { $0 + $1.text.utf8.count })
    }
}
