internal import Synchronization

/// Remembers which foreign records of a stream were reported, so that each is reported once.
///
/// Threading: may be shared between tasks.
final class ForeignRecordReporter: Sendable {
    // The position up to which they were reported.
    private let reported = Mutex<Position>(0)

    /// Starts collecting the foreign records of the stream.
    func findings(in stream: StreamName) -> ForeignRecordFindings {
        ForeignRecordFindings(in: stream, reportedUpTo: reported.withLock(\.self))
    }

    /// The notice to send; `nil` if there is nothing new, or another task has reported it meanwhile.
    func notice(of findings: ForeignRecordFindings) -> ForeignRecords? {
        guard let notice = findings.notice else { return nil }
        return reported.withLock { reported in
            guard notice.position > reported else { return nil }
            reported = notice.position
            return notice
        }
    }
}
