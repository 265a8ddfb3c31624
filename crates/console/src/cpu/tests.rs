use super::*;

#[test]
fn the_machine_that_built_the_tests_can_run_them() {
    assert_eq!(arch::missing().collect::<Vec<_>>(), Vec::<&str>::new());
}

#[test]
fn the_features_are_those_that_rustc_assumed() {
    let avx2 = features().contains(&"avx2");
    assert_eq!(avx2, cfg!(target_feature = "avx2"));
    let wide = features().iter().any(|name| name.starts_with("avx512"));
    assert_eq!(wide, cfg!(target_feature = "avx512f"));
}

#[test]
fn a_program_that_may_run_ends_with_its_own_code() {
    let code = guard(|| Exit::Wrong);
    assert_eq!(format!("{code:?}"), format!("{:?}", ExitCode::from(1)));
}
