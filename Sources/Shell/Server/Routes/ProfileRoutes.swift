import AuthDomain
import DomainKit
import FeatureAPI
import Nacre
import ProfileDomain
import ProfileRemote
import Shell

/// The routes of profiles.
struct ProfileRoutes: Sendable {
    let application: Application

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
            Route(events: ProfileEndpoints.observe) { call in
                let profile = application.profiles.observe(try user(of: call.caller))
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

    private func profiles(at precondition: Precondition?) -> ProfileUseCases {
        guard case .versions(let versions) = precondition else { return application.profiles }
        return application.profiles(at: versions)
    }

    private func reply(_ details: ProfileDetails, location: String? = nil) -> Reply<ProfileMessage> {
        Reply(message: ProfileMessage(details), version: details.version, location: location)
    }

    /// The first answer to a repeated set-up.
    @Sendable
    private func completed(
        _ call: Call<NoParameters, NewProfileMessage>, _ id: EventID
    ) async throws -> Reply<ProfileMessage>? {
        guard let recorded = try await application.profile(recordedBy: id) else { return nil }
        guard case .identityCompleted(let screenName, let birthday) = recorded.event,
            try ScreenName(call.body.screenName) == ScreenName(screenName), call.body.birthday == birthday
        else { throw Failure.otherRequest.problem }
        return reply(recorded.details, location: "/v1/profile")
    }
}
