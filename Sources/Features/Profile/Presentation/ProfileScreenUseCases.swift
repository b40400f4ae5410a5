public import ProfileDomain

/// The use cases of the screen ``ProfileViewModel``.
public protocol ProfileScreenUseCases: Sendable {
    /// Observes a profile.
    var observe: any ProfileObserving { get }

    /// Sets up a profile.
    var completeIdentity: any IdentityCompleting { get }

    /// Changes the screen name.
    var changeScreenName: any ScreenNameChanging { get }

    /// Corrects the birthday.
    var correctBirthday: any BirthdayCorrecting { get }
}

extension ProfileUseCases: ProfileScreenUseCases {}
