import ArgumentParser

/// A rule that a store is made to break, to verify that the checker notices.
///
/// Every ``ConsistencyCheck`` has one, except ``ConsistencyCheck/coverage``, which judges the calls and not the store.
/// Other checks may notice the break too: an early answer names positions that later hold other events, and lookups
/// after a skipped position find nothing.
package enum StoreBreak: String, CaseIterable, Codable, Sendable, ExpressibleByArgument {
    case acceptStaleExpectations = "accept-stale-expectations"
    case ignoreChecks = "ignore-checks"
    case ignoreConditions = "ignore-conditions"
    case loseCommits = "lose-commits"
    case writeInPart = "write-in-part"
    case splitCommits = "split-commits"
    case writeTwice = "write-twice"
    case writeUnasked = "write-unasked"
    case writeOtherTypes = "write-other-types"
    case writeBehindNext = "write-behind-next"
    case skipPositions = "skip-positions"
    case skipVersions = "skip-versions"
    case tellWrongPositions = "tell-wrong-positions"
    case tellWrongVersions = "tell-wrong-versions"
    case answerEarly = "answer-early"
    case refuseWithoutReason = "refuse-without-reason"
    case nameWrongReason = "name-wrong-reason"
    case nameOneReason = "name-one-reason"
    case writeRefused = "write-refused"
    case failInPart = "fail-in-part"
    case failAppends = "fail-appends"
    case repeatTwice = "repeat-twice"
    case refuseRepeats = "refuse-repeats"
    case tellWrongRepeats = "tell-wrong-repeats"
    case acceptAltered = "accept-altered"
    case readStale = "read-stale"
    case readBehindOthers = "read-behind-others"
    case readWithHoles = "read-with-holes"
    case readTorn = "read-torn"
    case readAhead = "read-ahead"
    case readOthers = "read-others"
    case readOtherTags = "read-other-tags"
    case readOtherTypes = "read-other-types"
    case failReads = "fail-reads"

    package var inWords: String {
        switch self {
        case .acceptStaleExpectations: "commits are written although their expectations do not hold"
        case .ignoreChecks: "checks are ignored"
        case .ignoreConditions: "append conditions are ignored"
        case .loseCommits: "an accepted commit is never written"
        case .writeInPart: "the last event of an accepted commit is not written"
        case .splitCommits: "a commit is written as two"
        case .writeTwice: "a commit is written twice"
        case .writeUnasked: "an event is written that no client sent"
        case .writeOtherTypes: "an event is written with another type"
        case .writeBehindNext: "an append is answered before it is written, and written after the next one"
        case .skipPositions: "a position is left out"
        case .skipVersions: "a version is left out in every stream"
        case .tellWrongPositions: "the positions of an answer are one too high"
        case .tellWrongVersions: "the versions of an answer are one too high"
        case .answerEarly: "an append is answered before it is written"
        case .refuseWithoutReason: "an append is refused for a rule that holds"
        case .nameWrongReason: "a refusal names a version that the stream did not have"
        case .nameOneReason: "a refusal names only the first of several broken rules"
        case .writeRefused: "a refused commit is written"
        case .failInPart: "an append fails with its first event written"
        case .failAppends: "an append that breaks no rule fails"
        case .repeatTwice: "ids are ignored, and repeats are written again"
        case .refuseRepeats: "a repeat is refused for its rules"
        case .tellWrongRepeats: "a repeat is answered with other positions than the recorded ones"
        case .acceptAltered: "another commit under recorded ids is written"
        case .readStale: "a read shows the log as it was some time ago"
        case .readBehindOthers: "a read shows fewer unacknowledged events than an earlier read did"
        case .readWithHoles: "a read leaves an event out"
        case .readTorn: "a read shows a commit without its last event"
        case .readAhead: "the head is reported higher than it is"
        case .readOthers: "a read shows one event in the place of another"
        case .readOtherTags: "a read shows an event without its tags, or with one that it does not carry"
        case .readOtherTypes: "a read shows an event with another type"
        case .failReads: "a read fails"
        }
    }

    package var check: ConsistencyCheck {
        switch self {
        case .acceptStaleExpectations: .expectations
        case .ignoreChecks: .checks
        case .ignoreConditions: .conditions
        case .loseCommits: .accepted
        case .writeInPart, .splitCommits, .failInPart: .whole
        case .writeTwice, .repeatTwice: .once
        case .writeUnasked, .writeOtherTypes: .origin
        case .writeBehindNext: .order
        case .skipPositions, .skipVersions: .numbering
        case .tellWrongPositions, .tellWrongVersions: .answers
        case .answerEarly: .readFresh
        case .refuseWithoutReason, .nameWrongReason: .refusals
        case .nameOneReason: .refusalsWhole
        case .failAppends: .appendSuccess
        case .writeRefused: .refused
        case .refuseRepeats, .tellWrongRepeats: .repeats
        case .acceptAltered: .alterations
        case .readStale: .readFresh
        case .readBehindOthers: .readForward
        case .readWithHoles, .readOthers, .readOtherTags, .readOtherTypes: .readContent
        case .readTorn: .readWhole
        case .readAhead: .readFuture
        case .failReads: .readSuccess
        }
    }
}
