import Testing

/// A promise that a store breaks, with the rule of the suite that must notice.
struct Mutation: Sendable, CustomTestStringConvertible {
    enum Kind: CaseIterable {
        case dropsAnEvent, swapsTwoEvents, answersWrongVersion, answersWrongPositions, ignoresExpectations
        case ignoresChecks, ignoresIDs, reportsFirstViolationOnly, comparesNamesAsStrings, roundsTime, losesDecimals
        case losesMetadata, sortsTags, splitsCommits, staysOpen, ignoresLimits, takesBeyondTheHeadForTheEnd
        case followsTheClockBack, givesEveryStoreOneCheckpoint, takesAnyTag, judgesExpectationsFirst
        case answersRepeatsWithTodaysVersion, cutsLongNames, makesRandomIDs, marksEveryEvent, judgesBeforeItWrites
        case showsYesterdaysHead, writesWhatIsCancelled, readsBackwardForward, takesEmptyQueryForAll, acceptsOtherData
        case cutsData, seesWhatCameLater, confusesCategories, ignoresConditions, ignoresWhereConditionsBegin
        case beginsConditionsTooEarly, judgesConditionsFirst, reportsTheLastConflict, takesConditionsFromBeyondTheHead
        case judgesConditionsBeforeItWrites, countsOwnEvents
        case followsFromTheBeginning, followsEverything, handsOutTwice, marksTooEarly, marksEveryMessage
        case marksTheLastMatch, endsOtherwiseWhenClosed
        case takesNegativeLimits, readsAnyName, forgetsOldMetadata, takesMadeIDsForNew, tellsOfOneViolation
        case keepsWhatIsRefused, scansFromTheBeginning, scansOn, judgesChecksBeforeItWrites
        case followsWithoutMetadata, cutsQueries, cutsConditions, asksForAnyName, takesConditionsOfAnyName
        case opensItsOwnDoorToAll, closesItsOwnDoor, hidesItsOwnStreams, dropsForeignRecords, conflictsOverAndOver
        case conflictsOverConditions
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
            "an expectation that does not hold is a conflict, with what was expected and what is"),
        Mutation(.ignoresChecks, "a check that does not hold is a conflict, with what was expected and what is"),
        Mutation(.ignoresIDs, "a repeat succeeds, writes nothing, and is marked as already committed"),
        Mutation(.reportsFirstViolationOnly, "all violations are reported together, not just the first"),
        Mutation(.comparesNamesAsStrings, "two spellings of café are two streams"),
        Mutation(
            .roundsTime,
            "an event's time is the caller's, to the nanosecond, with the decimals that it was given with"),
        Mutation(
            .losesDecimals,
            "an event's time is the caller's, to the nanosecond, with the decimals that it was given with"),
        Mutation(.losesMetadata, "data and metadata come back byte for byte, whatever the bytes"),
        Mutation(.sortsTags, "names come back as the bytes that went in"),
        Mutation(.splitsCommits, "the last event of every commit is marked, and no other"),
        Mutation(.staysOpen, "a closed store refuses to append"),
        Mutation(.ignoresLimits, "a limit ends the read of a stream"),
        Mutation(
            .takesBeyondTheHeadForTheEnd, "reading after the head finds nothing; beyond it, there is no such position"),
        Mutation(.followsTheClockBack, "recordedAt never decreases along the log, even where the clock does"),
        Mutation(.givesEveryStoreOneCheckpoint, "two stores' checkpoints differ, whatever they hold"),
        Mutation(.takesAnyTag, "an item matches events that carry every one of its tags"),
        Mutation(.judgesExpectationsFirst, "a repeat succeeds whatever it expects now, `.any` included"),
        Mutation(
            .answersRepeatsWithTodaysVersion,
            "a repeat at any later time is answered with the recorded positions and versions"),
        Mutation(.cutsLongNames, "a stream's name, a type and a tag are 1 to 255 bytes of UTF-8"),
        Mutation(
            .makesRandomIDs, "without ids, the store makes distinct ones: UUIDs of version 7 or 8 as RFC 9562 says"),
        Mutation(.marksEveryEvent, "the last event of every commit is marked, and no other"),
        Mutation(
            .judgesBeforeItWrites,
            "of many tasks that expect one version, one wins each, and the losers' conflicts are real"),
        Mutation(.showsYesterdaysHead, "a read sees what was acknowledged before it began"),
        Mutation(.writesWhatIsCancelled, "a cancelled append is withdrawn and writes nothing, or is finished"),
        Mutation(.readsBackwardForward, "the log is read backward, from any position"),
        Mutation(.takesEmptyQueryForAll, "a query with an empty list of items is an invalid argument"),
        Mutation(.acceptsOtherData, "a recorded id with another stream, type or data is refused, naming it"),
        Mutation(.cutsData, "data and metadata come back byte for byte, whatever the bytes"),
        Mutation(.seesWhatCameLater, "a read of the log ends at the head of the moment when it began"),
        Mutation(.confusesCategories, "an item matches events of streams of any one of its categories"),
        Mutation(
            .ignoresConditions,
            "a condition fails where an event behind its position matches: a conflict, with the first such event"),
        Mutation(
            .ignoresWhereConditionsBegin,
            "a condition lets the commit through where nothing behind its position matches"),
        Mutation(
            .beginsConditionsTooEarly,
            "a condition lets the commit through where nothing behind its position matches"),
        Mutation(.judgesConditionsFirst, "a repeat succeeds whatever its conditions say now"),
        Mutation(
            .reportsTheLastConflict,
            "a condition fails where an event behind its position matches: a conflict, with the first such event"),
        Mutation(
            .takesConditionsFromBeyondTheHead,
            "a condition that begins beyond the head is an invalid argument, naming both positions"),
        Mutation(
            .judgesConditionsBeforeItWrites,
            "of many tasks that claim a tag if nobody has, exactly one wins each tag, and the losers are told who"),
        Mutation(
            .judgesChecksBeforeItWrites,
            "of two tasks that each write a stream if the other's is not there, exactly one succeeds"),
        Mutation(.countsOwnEvents, "the commit's own events do not count"),
        Mutation(
            .followsFromTheBeginning,
            "a subscription begins behind its position, and hands out what its query matches"),
        Mutation(
            .followsEverything, "a subscription begins behind its position, and hands out what its query matches"),
        Mutation(
            .handsOutTwice,
            "a subscription hands out every event once, in order: what is there, a marker, what comes"),
        Mutation(
            .followsWithoutMetadata,
            "the events that a subscription hands out are those that a read gives, in all their parts"),
        Mutation(
            .marksTooEarly,
            "a subscription hands out every event once, in order: what is there, a marker, what comes"),
        Mutation(
            .marksEveryMessage, "a subscription that keeps pace is sent one marker, however much comes"),
        Mutation(
            .marksTheLastMatch,
            "the marker tells up to where the log was looked at, whatever matches there"),
        Mutation(
            .scansFromTheBeginning,
            "a scan hands out what reading the log does, from any position, until its body has enough"),
        Mutation(
            .scansOn, "a scan hands out what reading the log does, from any position, until its body has enough"),
        Mutation(.takesNegativeLimits, "a negative limit is an invalid argument"),
        Mutation(.readsAnyName, "a stream's name is judged where it is read, as where it is written"),
        Mutation(.forgetsOldMetadata, "an event stays as it was recorded, whatever comes after it"),
        Mutation(
            .takesMadeIDsForNew, "an event is recorded under the id that the store made, as under one of the caller's"),
        Mutation(
            .tellsOfOneViolation,
            "the message of a conflict tells of every rule that does not hold, of checks and conditions too"),
        Mutation(.keepsWhatIsRefused, "a commit that is refused, for whatever reason, leaves nothing behind"),
        Mutation(.comparesNamesAsStrings, "a commit may write one spelling of a stream and check the other"),
        Mutation(
            .comparesNamesAsStrings,
            "another spelling of a recorded event's stream or type makes it another event, not a repeat"),
        Mutation(
            .writesWhatIsCancelled,
            "an append of a task that is cancelled already is withdrawn, and writes nothing"),
        Mutation(.splitsCommits, "a read of a stream never sees a part of a commit, nor a gap"),
        Mutation(
            .splitsCommits, "what a query finds never ends within a commit, and a version never stands within one"),
        Mutation(.splitsCommits, "a subscription's marker never stands within a commit"),
        Mutation(
            .endsOtherwiseWhenClosed, "closing ends a subscription that waits, with an error that says so"),
        Mutation(.takesAnyTag, "an event is found by all of its 64 tags, by reads and by conditions"),
        Mutation(.ignoresConditions, "an event is found by all of its 64 tags, by reads and by conditions"),
        Mutation(.cutsQueries, "the greatest query is answered by reads and by conditions"),
        Mutation(.cutsConditions, "the greatest query is answered by reads and by conditions"),
        Mutation(.asksForAnyName, "the names in a query have no control characters"),
        Mutation(.takesConditionsOfAnyName, "the names in a condition's query have no control characters"),
        Mutation(
            .asksForAnyName,
            "a query's limits hold: 64 items; 64 types, categories and tags in an item; 1 to 255 bytes in a name"),
        Mutation(.takesConditionsOfAnyName, "a condition's query keeps the limits of queries"),
        Mutation(
            .opensItsOwnDoorToAll,
            "append refuses to write a stream whose name begins with $, in an error that names it"),
        Mutation(
            .opensItsOwnDoorToAll,
            "append refuses a stream of the store's own though the events are recorded there already"),
        Mutation(.closesItsOwnDoor, "the store's own door takes every stream, by the same rules"),
        Mutation(
            .hidesItsOwnStreams, "streams of the store's own are read, found, followed and checked like any other"),
        Mutation(
            .splitsCommits, "what a process manager decides, and its checkpoint in its own stream, are one commit"),
        Mutation(.ignoresExpectations, "the effects of an event happen once, though it is decided on twice"),
        Mutation(
            .ignoresExpectations, "a reaction that conflicts again on unchanged state halts the process manager"),
        Mutation(
            .hidesItsOwnStreams,
            "any position can be skipped with a reason, whether it halts the process manager or not"),
        Mutation(
            .dropsForeignRecords,
            "records in a process manager's stream that are not its own are passed over with a notice"),
        Mutation(
            .dropsForeignRecords,
            "records in a projection's stream that are not its own are passed over with a notice"),
        Mutation(
            .splitsCommits, "a projection applies each event once, and whole commits, however small its batches are"),
        Mutation(
            .showsYesterdaysHead,
            "waiting for a projection gives what was appended, and throws where it is halted or nothing was"),
        Mutation(
            .closesItsOwnDoor,
            "a skip is recorded in the log with its reason, and counts for a model that is built anew"),
        Mutation(
            .conflictsOverAndOver,
            "64 callers of one process that decide on one stream all succeed with the default policy"),
        Mutation(
            .conflictsOverConditions,
            "64 callers of one process that decide over one query all succeed with the default policy"),
        Mutation(
            .ignoresExpectations,
            "64 callers that move money between two accounts in one scope all succeed, and no balance is lost"),
        Mutation(
            .splitsCommits,
            "64 callers that move money among ten accounts in one scope all succeed, and no balance is lost"),
        Mutation(
            .ignoresConditions,
            "of 64 callers that take one name in one scope, one has it, and the others see that it is taken"),
    ]
}
