import Nacre

/// Records every answer before it is passed on, under the marks of ``EventMark``; for loads whose appends write one
/// stream each.
struct JournalingTarget: AppendTarget {
    let target: any AppendTarget
    let journal: AcknowledgementJournal

    func append(_ commit: Commit) async throws -> AppendResult {
        let result = try await target.append(commit)
        guard let mark = commit.entries.first.flatMap({ EventMark(of: $0.event.data.span.bytes) }) else {
            throw HarnessError("an append without a mark cannot be recorded")
        }
        try journal.acknowledge(mark, AppendAnswer(result, streams: 1))
        return result
    }

    func head() async throws -> Position { try await target.head() }

    var callerUse: CallerUse { target.callerUse }
}
