import Testing

/// A promise that a store breaks, with the rule of the suite that must detect it.
struct Mutation: Sendable, CustomTestStringConvertible {
    enum Kind: CaseIterable {
        case dropsAnEvent, swapsTwoEvents, answersWrongVersion, answersWrongPositions, ignoresExpectations
        case ignoresChecks, ignoresIDs, reportsFirstViolationOnly, comparesNamesAsStrings, roundsTime, losesDecimals
        case losesMetadata, sortsTags, splitsCommits, staysOpen, ignoresLimits, treatsBeyondHeadAsEnd
        case followsClockBackward, sharesCheckpoints, acceptsAnyTag, checksExpectationsFirst
        case answersRepeatsWithCurrentVersion, cutsLongNames, makesRandomIDs, marksEveryEvent, checksBeforeWriting
        case showsStaleHead, writesCancelledCommits, readsBackwardForward, treatsEmptyQueryAsAll, acceptsOtherData
        case cutsData, seesLaterEvents, confusesCategories, ignoresConditions, ignoresConditionStart
        case startsConditionsTooEarly, checksConditionsFirst, reportsLastConflict, acceptsConditionsBeyondHead
        case evaluatesConditionsBeforeWriting, countsOwnEvents
        case followsFromStart, followsEverything, deliversTwice, marksTooEarly, marksEveryMessage
        case marksLastMatch, endsDifferentlyWhenClosed
        case acceptsNegativeLimits, acceptsAnyNameInReads, forgetsOldMetadata, treatsStoreIDsAsNew, reportsOneViolation
        case keepsRejectedEvents, scansFromStart, ignoresScanStop, evaluatesChecksBeforeWriting
        case followsWithoutMetadata, cutsQueries, cutsConditions, acceptsAnyNameInQueries, acceptsAnyNameInConditions
        case opensReservedStreamsToAll, closesReservedStreams, hidesReservedStreams, dropsForeignRecords,
            conflictsRepeatedly
        case conflictsOnConditions
        case confusesContexts, matchesAnyContext, scansMetadataForActors, ignoresConditionContexts
    }

    let kind: Kind
    let noticed: String

    init(_ kind: Kind, _ noticed: String) {
        self.kind = kind
        self.noticed = noticed
    }

    var testDescription: String { "\(kind)" }

    static let all = [
        Mutation(.dropsAnEvent, "positions follow the order of a commit's list, without gaps, from 1"),
        Mutation(.swapsTwoEvents, "the log is read forward, from any position"),
        Mutation(.answersWrongVersion, "versions count each stream from 1"),
        Mutation(.answersWrongPositions, "positions follow the order of a commit's list, without gaps, from 1"),
        Mutation(
            .ignoresExpectations,
            "a violated expectation is a conflict with the expected and the actual version"),
        Mutation(.ignoresChecks, "a violated check is a conflict with the expected and the actual version"),
        Mutation(.ignoresIDs, "a repeat succeeds, writes nothing, and is marked as already committed"),
        Mutation(.reportsFirstViolationOnly, "all violations are reported together, not only the first"),
        Mutation(.comparesNamesAsStrings, "two spellings of café are two streams"),
        Mutation(
            .roundsTime,
            "an event's time is the caller's, to the nanosecond, with the given decimals"),
        Mutation(
            .losesDecimals,
            "an event's time is the caller's, to the nanosecond, with the given decimals"),
        Mutation(.losesMetadata, "data and metadata survive a round trip byte for byte, whatever the bytes"),
        Mutation(.sortsTags, "names survive a round trip byte for byte"),
        Mutation(.splitsCommits, "the last event of every commit is marked, and no other"),
        Mutation(.staysOpen, "a closed store rejects appends"),
        Mutation(.ignoresLimits, "a limit ends the read of a stream"),
        Mutation(
            .treatsBeyondHeadAsEnd,
            "reading after the head finds nothing; reading beyond it throws noSuchPosition"),
        Mutation(.followsClockBackward, "recordedAt never decreases along the log, even if the clock does"),
        Mutation(.sharesCheckpoints, "checkpoints of different stores differ, whatever their events"),
        Mutation(.acceptsAnyTag, "an item matches events that carry every one of its tags"),
        Mutation(.checksExpectationsFirst, "a repeat succeeds whatever it expects now, `.any` included"),
        Mutation(
            .answersRepeatsWithCurrentVersion,
            "a repeat at any later time returns the recorded positions and versions"),
        Mutation(.cutsLongNames, "a stream name, a type and a tag have 1 to 255 bytes of UTF-8"),
        Mutation(
            .makesRandomIDs, "without ids, the store makes distinct ones: UUIDs of version 7 or 8 as in RFC 9562"),
        Mutation(.marksEveryEvent, "the last event of every commit is marked, and no other"),
        Mutation(
            .checksBeforeWriting,
            "of many tasks that expect one version, exactly one succeeds, and every conflict is real"),
        Mutation(.showsStaleHead, "a read sees every append acknowledged before it began"),
        Mutation(.writesCancelledCommits, "a cancelled append is withdrawn and writes nothing, or completes"),
        Mutation(.readsBackwardForward, "the log is read backward, from any position"),
        Mutation(.treatsEmptyQueryAsAll, "a query with an empty list of items is an invalid argument"),
        Mutation(.acceptsOtherData, "a recorded id with another stream, type or data is rejected, naming the id"),
        Mutation(.cutsData, "data and metadata survive a round trip byte for byte, whatever the bytes"),
        Mutation(.seesLaterEvents, "a read of the log ends at the position that was the head when it began"),
        Mutation(.confusesCategories, "an item matches events of streams of any one of its categories"),
        Mutation(
            .ignoresConditions,
            "a condition fails if an event after its position matches: a conflict with the first such event"),
        Mutation(
            .ignoresConditionStart,
            "a condition holds if no event after its position matches"),
        Mutation(
            .startsConditionsTooEarly,
            "a condition holds if no event after its position matches"),
        Mutation(.checksConditionsFirst, "a repeat succeeds even if its conditions no longer hold"),
        Mutation(
            .reportsLastConflict,
            "a condition fails if an event after its position matches: a conflict with the first such event"),
        Mutation(
            .acceptsConditionsBeyondHead,
            "a condition that begins beyond the head is an invalid argument, naming both positions"),
        Mutation(
            .evaluatesConditionsBeforeWriting,
            "of many tasks that claim a free tag, exactly one wins each tag, and the others learn the winner"),
        Mutation(
            .evaluatesChecksBeforeWriting,
            "of two tasks that each write a stream if the other's does not exist, exactly one succeeds"),
        Mutation(.countsOwnEvents, "the commit's own events do not count"),
        Mutation(
            .followsFromStart,
            "a subscription begins after its position, and delivers only matching events"),
        Mutation(
            .followsEverything, "a subscription begins after its position, and delivers only matching events"),
        Mutation(
            .deliversTwice,
            "a subscription delivers every event once, in order: existing events, a marker, new events"),
        Mutation(
            .followsWithoutMetadata,
            "a subscription delivers the same events as a read, in all their parts"),
        Mutation(
            .marksTooEarly,
            "a subscription delivers every event once, in order: existing events, a marker, new events"),
        Mutation(
            .marksEveryMessage, "a subscription that keeps pace gets one marker, however many events arrive"),
        Mutation(
            .marksLastMatch,
            "the marker gives the position up to which the log was read, whether or not events match there"),
        Mutation(
            .scansFromStart,
            "a scan returns the same events as a read of the log, from any position, until its body stops"),
        Mutation(
            .ignoresScanStop,
            "a scan returns the same events as a read of the log, from any position, until its body stops"),
        Mutation(.acceptsNegativeLimits, "a negative limit is an invalid argument"),
        Mutation(.acceptsAnyNameInReads, "a stream's name is validated in reads as in appends"),
        Mutation(.forgetsOldMetadata, "an event never changes after it is recorded"),
        Mutation(
            .treatsStoreIDsAsNew, "a repeat with an id made by the store is a repeat, as with a caller's id"),
        Mutation(
            .reportsOneViolation,
            "the message of a conflict lists every violated rule, checks and conditions included"),
        Mutation(.keepsRejectedEvents, "a rejected commit leaves nothing behind, whatever the reason"),
        Mutation(.comparesNamesAsStrings, "a commit may write one spelling of a stream and check the other"),
        Mutation(
            .comparesNamesAsStrings,
            "another spelling of a recorded event's stream or type makes it another event, not a repeat"),
        Mutation(
            .writesCancelledCommits,
            "an append by an already cancelled task is withdrawn, and writes nothing"),
        Mutation(.splitsCommits, "a read of a stream never sees a partial commit or a gap"),
        Mutation(
            .splitsCommits, "a query result never ends within a commit, and a version is never within one"),
        Mutation(.splitsCommits, "a subscription's marker is never within a commit"),
        Mutation(
            .endsDifferentlyWhenClosed, "closing ends a waiting subscription, with an error that says so"),
        Mutation(.acceptsAnyTag, "an event is found by all of its 64 tags, by reads and by conditions"),
        Mutation(.ignoresConditions, "an event is found by all of its 64 tags, by reads and by conditions"),
        Mutation(.cutsQueries, "the largest query is answered by reads and by conditions"),
        Mutation(.cutsConditions, "the largest query is answered by reads and by conditions"),
        Mutation(.acceptsAnyNameInQueries, "the names in a query have no control characters"),
        Mutation(.acceptsAnyNameInConditions, "the names in a condition's query have no control characters"),
        Mutation(
            .acceptsAnyNameInQueries,
            "a query's limits hold: 64 items; 64 terms of each kind in an item; 1 to 255 bytes in a name"),
        Mutation(.acceptsAnyNameInConditions, "a condition's query has the limits of queries"),
        Mutation(
            .opensReservedStreamsToAll,
            "an application's append to a stream whose name begins with $ is rejected, naming the stream"),
        Mutation(
            .opensReservedStreamsToAll,
            "an application's append to a reserved stream is rejected even if its events are recorded there"),
        Mutation(.closesReservedStreams, "the system author may append to every stream, by the same rules"),
        Mutation(
            .hidesReservedStreams, "reserved streams are read, found, followed and checked like any other"),
        Mutation(
            .splitsCommits, "a process manager's events and its checkpoint are one commit"),
        Mutation(.ignoresExpectations, "the effects of an event happen once, even if it is decided twice"),
        Mutation(
            .ignoresExpectations, "a reaction that conflicts again on unchanged state halts the process manager"),
        Mutation(
            .hidesReservedStreams,
            "any position can be skipped with a reason, whether or not it halts the process manager"),
        Mutation(
            .dropsForeignRecords,
            "foreign records in a process manager's stream are skipped with a notice"),
        Mutation(
            .dropsForeignRecords,
            "foreign records in a projection's stream are skipped with a notice"),
        Mutation(
            .splitsCommits, "a projection applies each event once, in whole commits, however small its batches"),
        Mutation(
            .showsStaleHead,
            "waiting for a projection shows earlier appends, and throws if it is halted or the position is not in the log"
        ),
        Mutation(
            .closesReservedStreams,
            "a skip is recorded in the log with its reason, and applies to a rebuilt model"),
        Mutation(
            .conflictsRepeatedly,
            "64 callers in one process that decide on one stream all succeed with the default policy"),
        Mutation(
            .conflictsOnConditions,
            "64 callers in one process that decide over one query all succeed with the default policy"),
        Mutation(
            .ignoresExpectations,
            "64 callers that transfer money between two accounts in one scope all succeed, and no balance is lost"),
        Mutation(
            .splitsCommits,
            "64 callers that transfer money among ten accounts in one scope all succeed, and no balance is lost"),
        Mutation(
            .ignoresConditions,
            "of 64 callers that claim one name in one scope, one gets it, and the others see that it is taken"),
        Mutation(
            .confusesContexts,
            "an event is found by its correlation, causation and actor among thousands, wherever it is"),
        Mutation(
            .matchesAnyContext,
            "an item matches events whose context has one of its correlations, of its causations and of its actors"),
        Mutation(
            .scansMetadataForActors,
            "an item matches events whose context has one of its correlations, of its causations and of its actors"),
        Mutation(
            .ignoresConditionContexts, "a condition's query matches the same contexts as a read's query"),
        Mutation(
            .followsEverything, "a subscription to a context delivers its events, existing and new ones"),
    ]
}
