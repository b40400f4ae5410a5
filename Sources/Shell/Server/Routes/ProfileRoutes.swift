import AuthDomain
import DomainKit
import FeatureAPI
import Nacre
import NacreRuntime
import ProfileDomain
import ProfileRemote
import Shell

/// The routes of profiles.
struct ProfileRoutes: Sendable {
    let application: Application

    /// The shortest time between two queries of an event stream.
    let streamInterval: Duration

    /// All of them.
    var all: [Route] {
        [
            Route(ProfileEndpoints.fetch) { call in
                reply(try await application.profiles.fetch(user(of: call.caller)))
            },
            Route(ProfileEndpoints.complete, repeated: completed) { call in
                let input = try call.body.input(for: user(of: call.caller))
                return reply(try await application.profiles.completeIdentity(input), location: "/v1/profile")
            },
            Route(ProfileEndpoints.changeScreenName) { call in
                let id = try user(of: call.caller)
                return reply(
                    try await profiles(at: call.precondition).changeScreenName(
                        user: id.text, screenName: call.body.screenName))
            },
            Route(ProfileEndpoints.correctBirthday) { call in
                let id = try user(of: call.caller)
                return reply(
                    try await profiles(at: call.precondition).correctBirthday(
                        user: id.text, birthday: call.body.birthday))
            },
            Route(ProfileEndpoints.list) { call in
                try call.caller.account.require(.operator)
                return Reply(
                    message: ProfilePageMessage(try await application.profiles.fetchAll(call.parameters.request)))
            },
            Route(ProfileEndpoints.fetchOne) { call in
                try requireAccess(of: call.caller, to: call.parameters.user)
                return reply(try await application.profiles.fetch(call.parameters.user))
            },
            Route(ProfileEndpoints.revise, repeated: revised) { call in
                try requireAccess(of: call.caller, to: call.parameters.user)
                return reply(
                    try await application.profiles.revise(
                        ProfileRevision(
                            user: call.parameters.user, commands: call.body.commands(today: today),
                            version: call.version)))
            },
            Route(events: ProfileEndpoints.changes) { call in
                let own = try user(of: call.caller)
                let isOperator = try call.caller.account.roles.contains(.operator)
                return EventStream(application.profileChanges(of: isOperator ? nil : own), after: call.lastEventID)
            },
            Route(events: ProfileEndpoints.observe) { call in
                let profile = application.profiles(observedEvery: streamInterval).observe(try user(of: call.caller))
                return EventStream(profile, as: "profile", after: call.lastEventID) { details in
                    details.map(ProfileMessage.init)
                }
            },
        ]
    }

    /// The user of a session: the id of its account.
    private func user(of caller: Caller) throws -> UserID {
        try UserID(caller.account.id.description)
    }

    /// Requires that a profile is the caller's, or that the caller is an operator.
    private func requireAccess(of caller: Caller, to user: UserID) throws {
        guard try self.user(of: caller) != user else { return }
        try caller.account.require(.operator)
    }

    /// The current day, in UTC.
    private var today: CalendarDay { application.runtime.storage.time.now().day }

    private func profiles(at precondition: Precondition?) -> ProfileUseCases {
        guard case .versions(let versions) = precondition else { return application.profiles }
        return application.profiles(at: versions)
    }

    private func reply(_ details: ProfileDetails, location: String? = nil) -> Reply<ProfileMessage> {
        var reply = Reply(message: ProfileMessage(details), version: details.version, location: location)
        // An operator's answer about another's profile is erased with the other's account.
        reply.account = EventID(details.id.text).map { AccountID(high: $0.high, low: $0.low) }
        return reply
    }

    /// The first answer to a repeated set-up.
    @Sendable
    private func completed(
        _ call: Call<NoParameters, NewProfileMessage>, _ ids: EventIDs
    ) async throws -> Reply<ProfileMessage>? {
        guard let recorded = try await application.profile(recordedBy: ids) else { return nil }
        guard case .identityCompleted(let screenName, let birthday) = recorded.events[0],
            try ScreenName(call.body.screenName) == ScreenName(screenName), call.body.birthday == birthday
        else { throw Failure.otherRequest.problem }
        return reply(recorded.details, location: "/v1/profile")
    }

    /// The first answer to repeated changes.
    @Sendable
    private func revised(
        _ call: Call<ProfileParameters, ProfileChangesMessage>, _ ids: EventIDs
    ) async throws -> Reply<ProfileMessage>? {
        let changes = call.body.changes
        guard let recorded = try await application.profile(recordedBy: ids, count: changes.count) else { return nil }
        guard recorded.details.id == call.parameters.user,
            ProfileChangesMessage(recorded.events).changes.isSubsequence(of: changes)
        else { throw Failure.otherRequest.problem }
        return reply(recorded.details)
    }
}
