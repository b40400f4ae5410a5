import DomainKit
import Nacre

extension CaseAudit {
    /// Audits the answers to appends: refused if a rule does not hold or cannot be checked, else
    /// appended at the end of the log.
    mutating func judge(_ appends: [AppendQuestions.Asked]) {
        let isBroken = log.soundness == .broken
        var head = isBroken ? broken.maxPosition : present.head
        for asked in appends {
            guard let result = asked.result else {
                if case .wrongError = asked.found { faults.append("\(asked.name): \(asked.found.summary)") }
                if !mayRefuse(asked) { faults.append("\(asked.name): \(asked.found.summary)") }
                continue
            }
            if !result.wasAlreadyCommitted {
                let isNext = isBroken ? (result.positions.first ?? 0) > head : result.positions.first == head + 1
                if !isNext { faults.append("\(asked.name): \(asked.found.summary), behind position \(head)") }
                head = max(head, result.lastPosition)
            }
            guard !isRight(result, asked.rule) else { continue }
            if isExcused(asked.rule) {
                isMisled = true
            } else {
                faults.append("\(asked.name): \(asked.found.summary)")
            }
        }
    }

    /// Whether an answer other than an error is right.
    private func isRight(_ result: AppendResult, _ rule: AppendQuestions.Rule) -> Bool {
        let isBroken = log.soundness == .broken
        switch rule {
        case .unknownVersion: return false
        case .version(let stream, let version):
            let versions = isBroken ? broken.versions(of: stream) : [present.stream(stream).last?.version ?? 0]
            return versions.contains(version) && result.version(of: stream) == version + 1
        case .condition(let condition):
            let query = condition.failIfEventsMatch
            return isBroken
                ? !broken.fails(condition)
                : !present.events.contains { $0.position > condition.after && query.matches($0) }
        case .repetition(let events):
            if result.wasAlreadyCommitted {
                return result.positions == events.map(\.position)
                    || isBroken
                        && result.positions.elementsEqual(events) { place, event in
                            present[place].contains { $0.id == event.id && $0.stream == event.stream }
                        }
            }
            return isBroken && !broken.knows(events)
        }
    }

    private func mayRefuse(_ asked: AppendQuestions.Asked) -> Bool {
        switch asked.rule {
        case .unknownVersion, .condition: return true
        case .version(let stream, let version):
            if (present.stream(stream).last?.version ?? 0) != version { return true }
            return log.soundness != .sound || isMisled || isExcused(asked.rule)
        case .repetition: return log.soundness != .sound || isMisled || isExcused(asked.rule)
        }
    }

    /// Whether verification has found the index to be wrong about it.
    ///
    /// The index has no versions that no event has: versions are in the log.
    private func isExcused(_ rule: AppendQuestions.Rule) -> Bool {
        switch rule {
        case .unknownVersion: false
        case .version(let stream, _): isExcused(.stream(stream))
        case .condition(let condition): isExcused(.matches(of: condition.failIfEventsMatch))
        case .repetition: isExcused(.id)
        }
    }

    /// Audits the log afterwards: its events are still there, and the new ones continue it.
    mutating func judge(logAfter after: ParsedLog) {
        guard log.soundness != .broken else {
            let model = Model(after)
            if let lost = present.events.first(where: { !model.contains($0) }) {
                faults.append("the event at position \(lost.position) is not there afterwards")
            }
            return
        }
        if !after.events.starts(with: present.events) { faults.append("the log afterwards is another one") }
        // An index that is wrong about a stream's version leads to a repeated version.
        let least = log.soundness == .sound && !isMisled && !isLyingAboutStreams ? ParsedLog.Soundness.sound : .odd
        if after.soundness < least { faults.append("the log afterwards is \(after.soundness)") }
    }

    private var isLyingAboutStreams: Bool { isExcused(.index(["the index"])) }
}
