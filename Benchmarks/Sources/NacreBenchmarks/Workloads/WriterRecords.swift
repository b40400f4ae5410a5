extension AppendLoad {
    var emptyRecords: [WriterRecord] {
        (0..<writers).map { _ in WriterRecord(eventsPerAcknowledgement: eventsPerAppend) }
    }
}

extension [WriterRecord] {
    /// Appends later records of the same writers without their latencies, which the audit does not need.
    mutating func goOn(with next: [WriterRecord]) {
        for (index, record) in next.enumerated() {
            var record = record
            record.latencies = []
            self[index].goOn(with: record)
        }
    }
}
